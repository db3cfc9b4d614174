import { readFileSync } from "node:fs";
import path from "node:path";
import packageJson from "../../package.json";
import * as compute from "../../provider/native";
import { dataSourceRules } from "../../provider/data-sources/registry";
import { argumentsOf } from "../../provider/data-sources/rule";
import { isAction, secretOutputs } from "../../provider/definition/definition";
import { allKinds, kinds } from "../../provider/resources/registry";
import { everyVariant, outputsOf } from "../support/contract";
import { misfits, schema } from "../support/package-schema";

const resourceOf = (kind: string) => {
  const found = schema.resources[`compute:index:${kind}`];
  if (!found) throw new Error(`the schema has no ${kind}`);
  return found;
};

const namesWhere = <Spec>(specs: Readonly<Record<string, Spec>>, holds: (spec: Spec) => unknown): string[] =>
  Object.entries(specs).flatMap(([name, spec]) => (holds(spec) ? [name] : []));

/** Every `$ref` at any depth. */
function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === "$ref" ? [String(member)] : refsIn(member)));
}

test("contains every resource type, every data source and the component, and nothing else", () => {
  const tokens = (names: readonly string[]) => names.map((name) => `compute:index:${name}`);
  expect(Object.keys(schema.resources).sort()).toEqual(tokens([...allKinds.map(({ kind }) => kind), "Zone"]).sort());
  expect(Object.keys(schema.functions).sort()).toEqual(tokens(dataSourceRules.map(({ name }) => name)).sort());
});

test("names only what pulumi-compute/native has under the same name", () => {
  const names = [...Object.keys(schema.resources), ...Object.keys(schema.functions)].map(
    (token) => token.split(":")[2],
  );
  expect(names.filter((name) => !(`${name}` in compute || `${name}Output` in compute))).toEqual([]);
});

test("has the values of inputs that pulumi-compute/native names", () => {
  const enums = Object.entries(schema.types).flatMap(([token, type]) =>
    "enum" in type ? [[token.split(":")[2] ?? "", type.enum.map(({ value }) => value)] as const] : [],
  );
  const exported = compute as Readonly<Record<string, unknown>>;
  for (const [name, values] of enums) expect([name, Object.values(exported[name] ?? {})]).toEqual([name, values]);
  expect(compute.DomainType.Master).toBe("master");
});

test("has what a registry shows about a package, and pages for it whose data names the schema", () => {
  const shown = ["displayName", "publisher", "description", "homepage", "repository", "license", "pluginDownloadURL"];
  const texts: Readonly<Record<string, unknown>> = { ...schema };
  expect(shown.filter((name) => typeof texts[name] !== "string" || texts[name] === "")).toEqual([]);
  const [, logo = ""] =
    /^https:\/\/raw\.githubusercontent\.com\/[\w-]+\/[\w-]+\/main\/(.+)$/.exec(schema.logoUrl) ?? [];
  expect(readFileSync(path.join(__dirname, "..", "..", logo), "utf8")).toContain("<svg");
  expect(schema.keywords).toEqual(expect.arrayContaining(["category/cloud", "kind/native"]));
  expect(Object.keys(schema.language).sort()).toEqual(["csharp", "go", "java", "nodejs", "python"]);
  // sdks.package.test.ts installs what is generated under these names.
  expect(schema.language).toMatchObject({
    nodejs: { packageName: packageJson.name },
    go: {
      importBasePath: `${new URL(packageJson.homepage).host}${new URL(packageJson.homepage).pathname}/sdk/go/compute`,
    },
  });
  for (const page of ["_index.md", "installation-configuration.md"]) {
    const text = readFileSync(path.join(__dirname, "..", "..", "docs", page), "utf8");
    const [, data = ""] = /^---\n([^]*?)\n---\n/.exec(text) ?? [];
    const members = Object.fromEntries(
      Array.from(data.matchAll(/^(\w+): (.+)$/gm), ([, name, value]) => [name, value]),
    );
    expect(members).toEqual({
      title: expect.stringContaining(schema.displayName),
      meta_desc: expect.stringMatching(/^.{50,160}$/),
      layout: "package",
    });
  }
});

test("refers to every type that it declares, and to no other", () => {
  const own = new Set(refsIn(schema).filter((ref) => ref.startsWith("#")));
  expect([...own].sort()).toEqual(
    Object.keys(schema.types)
      .map((token) => `#/types/${token}`)
      .sort(),
  );
});

test("passes on what is deprecated", () => {
  expect(resourceOf("Instance").inputProperties.group?.deprecationMessage).toBe("Use `tags`.");
});

test("has the same settings in the provider as in the stack config, of which the token is secret", () => {
  const { variables } = schema.config;
  expect(Object.keys(variables)).toEqual([
    "token",
    "url",
    "brand",
    "allowHttp",
    "previewDrift",
    "showCost",
    "defaultTags",
  ]);
  expect(namesWhere(variables, ({ secret }) => secret)).toEqual(["token"]);
  expect(schema.provider.inputProperties).toEqual(variables);
});

describe.each(kinds)("$kind", (definition) => {
  const { kind, args, outputs } = definition;
  const { inputProperties, requiredInputs, properties, aliases } = resourceOf(kind);

  test("has every input and every output", () => {
    expect(Object.keys(inputProperties)).toEqual(Object.keys(args));
    expect(Object.keys(properties)).toEqual([...Object.keys(args), ...Object.keys(outputs.from)]);
  });

  test("marks the inputs that are required, that are secret, and that replace it", () => {
    const secret = namesWhere(inputProperties, (spec) => spec.secret);
    const replacing = namesWhere(inputProperties, (spec) => spec.willReplaceOnChanges);
    expect(requiredInputs).toEqual(namesWhere(args, (rule) => rule.required === true));
    expect(secret).toEqual(namesWhere(args, (rule) => rule.secret));
    expect(replacing).toEqual(namesWhere(args, (rule) => rule.change?.replaces));
  });

  test("marks the outputs that are secret", () => {
    const marked = namesWhere(properties, ({ secret }) => secret);
    expect(marked.sort()).toEqual([...secretOutputs(definition)].sort());
  });

  test("gives an input a default only if the definition does", () => {
    const given = Object.entries(inputProperties).filter(([, spec]) => spec.default !== undefined);
    for (const [name, spec] of given) expect(args[name]?.serverDefault?.value({})).toBe(spec.default);
  });

  test("has the alias of its dynamic type", () => {
    expect(aliases).toEqual([{ type: `pulumi-nodejs:dynamic/compute:${kind}` }]);
  });
});

test.each(everyVariant)("variant $index of $kind has inputs of the schema's types", ({ kind, args, others }) => {
  const { inputProperties, requiredInputs } = resourceOf(kind);
  expect(misfits({ properties: inputProperties, required: requiredInputs }, args)).toEqual([]);
  expect(misfits({ properties: inputProperties, required: [] }, others)).toEqual([]);
});

/** Those of objects: tests/support/whole-life.ts. */
const actions = everyVariant.filter(({ definition }) => isAction(definition));

test.each(actions)("variant $index of $kind has outputs of the schema's types", ({ kind, definition, args }) => {
  expect(misfits(resourceOf(kind), outputsOf(definition, args))).toEqual([]);
});

test.each(dataSourceRules)("$name has every input, and a secret result if its rule says so", (rule) => {
  const { inputs, outputs } = schema.functions[`compute:index:${rule.name}`] ?? {};
  const args = argumentsOf(rule);
  expect(Object.keys(inputs?.properties ?? {})).toEqual(args.map(({ name }) => name));
  expect(inputs?.required ?? []).toEqual(args.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])));
  const specs = Object.values(outputs?.properties ?? {});
  expect(specs.map(({ secret = false }) => secret)).toEqual(specs.map(() => rule.isSecret ?? false));
});
