import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import type { Values } from "../../provider/definition/values";
import { misfits, schema } from "../support/package-schema";
import type { TypeSpec } from "../support/package-schema";

// native-languages.package.test.ts runs them with the real CLI, but only in `npm run test:all`.

const textOf = (...file: string[]): string => readFileSync(path.resolve(__dirname, "../../examples", ...file), "utf8");

type Specs = Readonly<Record<string, TypeSpec>>;

/** The names in the values that the schema doesn't have. */
const unknown = (values: object, specs: Specs = {}): string[] => Object.keys(values).filter((name) => !(name in specs));

const inputsOf = (token: string): { properties: Specs; required: readonly string[] } => {
  const { inputProperties = {}, requiredInputs = [] } = schema.resources[token] ?? {};
  return schema.functions[token]?.inputs ?? { properties: inputProperties, required: requiredInputs };
};

describe("the example in YAML", () => {
  interface Invoke {
    readonly "fn::invoke": { readonly function: string; readonly arguments: Values };
  }
  interface Program {
    readonly variables: Readonly<Record<string, Invoke>>;
    readonly resources: Readonly<Record<string, { readonly type: string; readonly properties: Values }>>;
  }
  const text = textOf("native-yaml", "Pulumi.yaml");
  const program = parse(text) as Program;
  /** `compute:Domain` is short for `compute:index:Domain`. */
  const tokenOf = (short: string): string => short.replace(":", ":index:");
  const resources = Object.entries(program.resources).map(([name, { type, properties }]) => {
    return { name, token: tokenOf(type), values: properties };
  });
  const calls = Object.entries(program.variables).map(([name, { "fn::invoke": call }]) => {
    return { name, token: tokenOf(call.function), values: call.arguments };
  });

  test.each([...resources, ...calls])("gives $name inputs that $token has, of their types", ({ token, values }) => {
    expect(unknown(values, inputsOf(token).properties)).toEqual([]);
    // An expression counts as a string.
    expect(misfits(inputsOf(token), values)).toEqual([]);
  });

  test("uses outputs that the schema has", () => {
    const outputs = new Map<string, object>([
      ...resources.map(({ name, token }) => [name, { id: {}, ...schema.resources[token]?.properties }] as const),
      ...calls.map(({ name, token }) => [name, schema.functions[token]?.outputs.properties ?? {}] as const),
    ]);
    const used = Array.from(text.matchAll(/\$\{(\w+)\.(\w+)/g), ([, name = "", output = ""]) => ({ name, output }));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter(({ name, output }) => !(output in (outputs.get(name) ?? {})))).toEqual([]);
  });
});

describe("the example in Python", () => {
  const inCamelCase = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const text = textOf("native-python", "__main__.py");
  const calls = Array.from(text.matchAll(/compute\.(\w+)(?<!Args)\(([^]*?)\)\n/g), ([, name = "", args = ""]) => {
    const given = Array.from(args.matchAll(/(\w+)=/g), ([, arg = ""]) => [inCamelCase(arg), ""]);
    return {
      token: `compute:index:${inCamelCase(name.replace("_output", ""))}`,
      values: Object.fromEntries(given) as Values,
    };
  });

  test("declares an instance and a zone, and calls a data source", () => {
    const names = calls.map(({ token }) => token.replace("compute:index:", ""));
    expect(names.sort()).toEqual(["Instance", "Zone", "getRegion"]);
  });

  test.each(calls)("gives $token inputs that it has, and all that it requires", ({ token, values }) => {
    const { properties, required } = inputsOf(token);
    expect(unknown(values, properties)).toEqual([]);
    expect(required.filter((name) => !(name in values))).toEqual([]);
  });
});
