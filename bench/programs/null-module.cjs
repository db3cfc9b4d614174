/** The provider that does nothing, captured by name: its handlers are a module in `node_modules`. */
const pulumi = require("@pulumi/pulumi");
const handlers = require("null-provider");
const { declare } = require("./objects.cjs");

class Null extends pulumi.dynamic.Resource {
  constructor(kind, name, args) {
    super(handlers, name, args, undefined, "bench", kind);
  }
}

declare((kind, name, args) => new Null(kind, name, args));
