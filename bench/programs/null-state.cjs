/** The provider that does nothing, but keeps as much as ours: what the service adds to each resource, and the options that we store. */
const pulumi = require("@pulumi/pulumi");
const { declare } = require("./objects.cjs");

const text = 'exports.handler=()=>require("module").createRequire(process.cwd()+"/_")("null-provider/keeping.js")';

class Null extends pulumi.CustomResource {
  constructor(kind, name, args) {
    const type = `pulumi-nodejs:dynamic/bench:${kind}`;
    super(type, name, { ...args, __provider: `${text}("${kind}")` });
  }
}

declare((kind, name, args) => new Null(kind, name, args));
