/** The provider that does nothing, captured by value: its handlers are loaded from the program's folder. */
const pulumi = require("@pulumi/pulumi");
const handlers = require("./null-handlers.cjs");
const { declare } = require("./objects.cjs");

class Null extends pulumi.dynamic.Resource {
  constructor(kind, name, args) {
    super(handlers, name, args, undefined, "bench", kind);
  }
}

declare((kind, name, args) => new Null(kind, name, args));
