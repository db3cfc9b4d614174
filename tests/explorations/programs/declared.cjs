/** Declares the resources that the environment lists. */
const compute = require("pulumi-compute");

for (const { kind, name, args } of JSON.parse(process.env.DECLARED)) exports[name] = new compute[kind](name, args);
