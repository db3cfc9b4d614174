/** Programs whose runs are compared: each makes COUNT resources. */

const NULL_HANDLERS = `{
  check: async (olds, news) => ({ inputs: news }),
  diff: async (id, olds, news) => (olds.value === news.value ? { changes: false } : {}),
  create: async (inputs) => ({ id: "null", outs: { value: inputs.value } }),
  read: async (id, props) => ({ id, props, inputs: { value: props.value } }),
  update: async (id, olds, news) => ({ outs: { value: news.value } }),
  delete: async () => {},
}`;

const NULL_MODULE = `module.exports = ${NULL_HANDLERS};`;

/** A resource whose stored code is a constant text that requires a module: the floor of any provider built this way. */
const loaderText = `
const pulumi = require("@pulumi/pulumi");
const text = 'exports.handler=()=>require("module").createRequire(process.cwd()+"/_")("null-provider")';
class Null extends pulumi.CustomResource {
  constructor(name, value) {
    super("pulumi-nodejs:dynamic/bench:Null", name, { value, __provider: text });
  }
}
for (let i = 0; i < Number(process.env.COUNT); i++) new Null("r" + i, i);
`;

/** The same through the SDK's own class, which captures a module by value and so writes its name into the text. */
const capturedModule = `
const pulumi = require("@pulumi/pulumi");
const handlers = require("null-provider");
class Null extends pulumi.dynamic.Resource {
  constructor(name, value) {
    super(handlers, name, { value }, undefined, "bench", "Null");
  }
}
for (let i = 0; i < Number(process.env.COUNT); i++) new Null("r" + i, i);
`;

/** The same with the handlers written into the program, as most dynamic providers are. */
const inlineHandlers = `
const pulumi = require("@pulumi/pulumi");
const handlers = ${NULL_HANDLERS};
class Null extends pulumi.dynamic.Resource {
  constructor(name, value) {
    super(handlers, name, { value }, undefined, "bench", "Null");
  }
}
for (let i = 0; i < Number(process.env.COUNT); i++) new Null("r" + i, i);
`;

const instances = `
const compute = require("pulumi-compute");
for (let i = 0; i < Number(process.env.COUNT); i++) {
  new compute.Instance("r" + i, {
    region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "a password for the bench",
  });
}
`;

export const contenders = [
  { name: "null provider, loader text", program: loaderText, modules: { "null-provider": NULL_MODULE } },
  { name: "null provider, captured module", program: capturedModule, modules: { "null-provider": NULL_MODULE } },
  { name: "null provider, inline handlers", program: inlineHandlers, modules: {} },
  { name: "pulumi-compute, instances", program: instances, modules: {}, needsEmulator: true },
];
