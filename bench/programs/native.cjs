const compute = require("pulumi-compute/native");
const { declare } = require("./objects.cjs");

declare((kind, name, args) => new compute[kind](name, args));
