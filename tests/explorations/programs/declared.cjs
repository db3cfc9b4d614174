/** Declares the resources that the environment lists. */
const compute = require(process.env.FRONT_END === "native" ? "pulumi-compute/native" : "pulumi-compute");

for (const { kind, name, args } of JSON.parse(process.env.DECLARED)) exports[name] = new compute[kind](name, args);
