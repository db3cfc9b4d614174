import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import type { Values } from "../../provider/definition/values";
import { misfits, schema } from "../support/package-schema";

interface YamlProgram {
  readonly variables: Readonly<Record<string, { "fn::invoke": { function: string; arguments: Values } }>>;
  readonly resources: Readonly<Record<string, { type: string; properties: Values }>>;
}

const file = path.resolve(__dirname, "..", "..", "examples", "native-yaml", "Pulumi.yaml");
const text = readFileSync(file, "utf8");
const { variables, resources } = parse(text) as YamlProgram;

/** `compute:Domain` is short for `compute:index:Domain`. */
const tokenOf = (short: string): string => short.replace(":", ":index:");

/** The inputs that the schema doesn't have, and those that are missing or of another type. An expression counts as a string. */
function wrong(properties: Parameters<typeof misfits>[0]["properties"], required: readonly string[], values: Values) {
  return [...Object.keys(values).filter((name) => !(name in properties)), ...misfits({ properties, required }, values)];
}

// native-languages.package.test.ts runs it, but only in `npm run test:all`.
describe("the example in YAML", () => {
  test.each(Object.entries(resources))("declares %s as the schema describes its type", (_, { type, properties }) => {
    const { inputProperties = {}, requiredInputs = [] } = schema.resources[tokenOf(type)] ?? {};
    expect(wrong(inputProperties, requiredInputs, properties)).toEqual([]);
  });

  test.each(Object.entries(variables))("calls the data source of %s as the schema describes it", (_, variable) => {
    const { function: name, arguments: values } = variable["fn::invoke"];
    const { properties = {}, required = [] } = schema.functions[tokenOf(name)]?.inputs ?? {};
    expect(wrong(properties, required, values)).toEqual([]);
  });

  test("uses outputs that the schema has", () => {
    const outputs = new Map<string, object>([
      ...Object.entries(resources).map(([name, { type }]) => {
        return [name, { id: {}, ...schema.resources[tokenOf(type)]?.properties }] as const;
      }),
      ...Object.entries(variables).map(([name, variable]) => {
        const token = tokenOf(variable["fn::invoke"].function);
        return [name, schema.functions[token]?.outputs.properties ?? {}] as const;
      }),
    ]);
    const used = Array.from(text.matchAll(/\$\{(\w+)\.(\w+)/g), ([, name = "", output = ""]) => ({ name, output }));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter(({ name, output }) => !(output in (outputs.get(name) ?? {})))).toEqual([]);
  });
});
