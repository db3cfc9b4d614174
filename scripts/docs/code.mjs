// The generated code of provider/, from the modules that declare resource types and data sources: their lists, the classes without a union
// of inputs, the functions, and both for the native plugin. It needs no build, so that a new module is enough.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { build } from "esbuild";
import * as prettier from "prettier";
import ts from "typescript";

import { projectFolder } from "../shared/paths.mjs";
import { code, list } from "./markdown.mjs";
import { docOf, sentence } from "./sources.mjs";

const PROVIDER = path.join(projectFolder, "provider");

/**
 * @param provider the folder of the sources
 * @returns the files by path below docs/reference/, as for the pages
 */
export async function generatedCode(provider = PROVIDER) {
  const resources = await readModules(provider, "resources");
  const dataSources = await readModules(provider, "data-sources");
  const kinds = declaredIn(resources, ({ kind }) => kind);
  const rules = declaredIn(dataSources, ({ name }) => name);
  const byHand = classesByHand(provider);
  const ordinary = kinds.filter(({ value }) => !byHand.some(({ names }) => names.includes(value.kind)));
  return formatted({
    "resources/kinds.ts": kindsFile(kinds),
    "data-sources/registry.ts": rulesFile(rules),
    "sdk/generated/resources.ts": classesFile(ordinary, resources, byHand),
    "sdk/generated/data-sources.ts": functionsFile(rules, dataSources),
    "sdk/generated/native.ts": nativeFile(kinds, rules),
  });
}

/**
 * provider/sdk/generated/values.ts, which needs a build.
 * @param schema the package schema, which has the names of the values
 * @param exportedNames those of provider/index.ts: a type among them keeps its name
 */
export async function valuesFile(schema, exportedNames) {
  const { types } = schema;
  const enums = Object.keys(types).filter((token) => types[token].enum);
  const constants = enums.map((token) => {
    const name = token.split(":").at(-1);
    const values = types[token].enum.map(({ value }) => JSON.stringify(value));
    return [
      `/** Values of ${list(usesOf(token, schema))}. */`,
      `export const ${name} = enumOf(${values.join(", ")});`,
      ...(exportedNames.has(name) ? [`export type ${name} = dynamic.${name};`] : []),
    ].join("\n");
  });
  return formatted({
    "sdk/generated/values.ts": fileOf(
      "the values of inputs in provider/native/schema.json",
      ['import { enumOf } from "../native";', 'import type * as dynamic from "./resources";'],
      ["// Programs written by `pulumi import` use these names.", ...constants],
    ),
  });
}

/** The inputs that take the type: "`updates.frequency` of `MysqlDatabase`". */
function usesOf(token, { resources, functions, types }) {
  const owners = [
    ...Object.entries(resources).map(([owner, { inputProperties }]) => [owner, inputProperties]),
    ...Object.entries(functions).map(([owner, { inputs }]) => [owner, inputs?.properties ?? {}]),
  ];
  return owners.flatMap(([owner, properties]) => {
    const [first] = pathsTo(`#/types/${token}`, properties, types);
    return first ? [`${code(first)} of ${code(owner.split(":").at(-1))}`] : [];
  });
}

function pathsTo(ref, properties, types) {
  return Object.entries(properties).flatMap(([name, { items, ...own }]) => {
    const { $ref, oneOf = [] } = items ?? own;
    if (oneOf.some((each) => each.$ref === ref)) return [name];
    const below = types[$ref?.replace("#/types/", "")]?.properties ?? {};
    return pathsTo(ref, below, types).map((inner) => `${name}${items ? "[]" : ""}.${inner}`);
  });
}

// The modules that declare something.

/** The modules of a folder that call `define…`: what each exports, and its syntax. */
async function readModules(provider, folder) {
  const modules = filesOf(path.join(provider, folder)).filter(({ text }) => /= define\w*</.test(text));
  const imports = modules.map(({ from }, index) => `export * as module${index} from "./${folder}/${from}";`);
  const { outputFiles } = await build({
    stdin: { contents: imports.join("\n"), resolveDir: provider },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
  });
  const exported = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
  return modules.map(({ from, text }, index) => ({
    from,
    exported: exported[`module${index}`],
    statements: [...ts.createSourceFile(from, text, ts.ScriptTarget.Latest, true).statements],
  }));
}

/** The texts of the files in a folder, by name without the extension. */
function filesOf(folder) {
  const names = readdirSync(folder).flatMap((name) => /^(.+)\.ts$/.exec(name)?.[1] ?? []);
  return names.sort().map((from) => ({ from, text: readFileSync(path.join(folder, `${from}.ts`), "utf8") }));
}

/** The exported declarations, sorted by name: the constant, its value and its statement, and the module that it is from. */
function declaredIn(modules, nameOf) {
  const all = modules.flatMap(({ from, exported, statements }) =>
    statements.filter(ts.isVariableStatement).flatMap((statement) => {
      const [{ name, initializer }] = statement.declarationList.declarations;
      const value = exported[name.text];
      return value && nameOf(value) ? [{ constant: name.text, value, statement, initializer, from, statements }] : [];
    }),
  );
  return all.sort((one, other) => (nameOf(one.value) < nameOf(other.value) ? -1 : 1));
}

/** Names of the types that a module exports. */
function typesOf({ statements }) {
  return statements
    .filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    .filter((node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .map(({ name }) => name.text);
}

function classesByHand(provider) {
  return filesOf(path.join(provider, "sdk", "resources")).map(({ from, text }) => ({
    from,
    names: Array.from(text.matchAll(/^export class (\w+)/gm), ([, name]) => name),
  }));
}

// The files.

function kindsFile(kinds) {
  return fileOf(
    "the definitions in provider/resources/",
    ['import type { Definition } from "../definition/definition";', ...importsOf(kinds, "./")],
    [
      `/** The definitions of all resource types. */
      export const kinds: readonly Definition[] = [${kinds.map(({ constant }) => constant).join(", ")}];`,
    ],
  );
}

function rulesFile(rules) {
  return fileOf(
    "the declarations in provider/data-sources/",
    [...importsOf(rules, "./"), 'import type { DataSourceRule } from "./rule";'],
    [
      `/** The rules of all data sources. */
      export const dataSourceRules: readonly DataSourceRule[] = [${rules.map(({ constant }) => constant).join(", ")}];`,
    ],
  );
}

/** The types of a module are public, except those of plain inputs, whose names the public ones have. */
function classesFile(ordinary, modules, byHand) {
  const from = new Set(ordinary.map((each) => each.from));
  const plain = new Map(ordinary.map(({ value: { kind } }) => [`${kind}Args`, `${kind}Args as Plain${kind}Args`]));
  const states = new Set(ordinary.map(({ value: { kind } }) => `${kind}State`));
  const types = modules
    .filter((module) => from.has(module.from))
    .map((module) => ({
      from: module.from,
      used: typesOf(module).flatMap((name) => plain.get(name) ?? (states.has(name) ? name : [])),
      exported: typesOf(module).filter((name) => !plain.has(name)),
    }));
  return fileOf(
    "the definitions in provider/resources/ and their docstrings",
    [
      'import type * as pulumi from "@pulumi/pulumi";',
      ...importsOf(ordinary, "../../resources/"),
      ...typeImports(types, "../../resources/"),
      'import type { Inputs } from "../resource";',
      'import { resourceClass } from "../resource-class";',
    ],
    [
      byHand.map((each) => `export * from "../resources/${each.from}";`).join("\n"),
      typeExports(types, "../../resources/"),
      ...ordinary.map(classOf),
    ],
  );
}

function classOf({ constant, value, statement, statements }) {
  const { kind, noun, action } = value;
  const isReadable = !action || action.evidence.shows === "object";
  const get = `
    /** Reads an existing ${noun} that this stack does not manage; fails if none has this ID. */
    static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ${kind} {
      return new ${kind}(name, {} as ${kind}Args, { ...opts, id });
    }
  `;
  const args = statements.find(({ name }) => name?.text === `${kind}Args`);
  return `
    ${docstringOf(args, `${kind}Args`)}
    export type ${kind}Args = { [K in keyof Plain${kind}Args]: Inputs<Plain${kind}Args>[K] };

    ${docstringOf(statement, constant)}
    export class ${kind} extends resourceClass<${kind}, ${kind}Args, ${kind}State>(${constant}) {${isReadable ? get : ""}}
  `;
}

function functionsFile(rules, modules) {
  const text = rules.map(({ initializer }) => typeArgumentsOf(initializer)).join(", ");
  const types = modules.map((module) => ({
    from: module.from,
    used: typesOf(module).filter((name) => new RegExp(`\\b${name}\\b`).test(text)),
    exported: typesOf(module),
  }));
  return fileOf(
    "the declarations in provider/data-sources/ and their docstrings",
    [
      ...importsOf(rules, "../../data-sources/"),
      ...typeImports(types, "../../data-sources/"),
      'import { dataSource, openDataSource } from "../data-sources/data-source";',
    ],
    [typeExports(types, "../../data-sources/"), ...rules.map(functionsOf)],
  );
}

function functionsOf({ constant, value, statement, initializer }) {
  const { name, ids, isSecret } = value;
  const types = typeArgumentsOf(initializer);
  const doc = docstringOf(statement, constant);
  const [beginning] = sentence(docOf(statement)).split(/[.:;]/);
  const plain = `${doc}\nexport const ${name} = ${name}Forms.now;`;
  return `
    const ${name}Forms = ${ids ? "dataSource" : "openDataSource"}<${types}>(${constant});

    ${isSecret ? "" : plain}

    ${isSecret ? doc : `/** ${beginning}, as an output. */`}
    export const ${name}Output = ${name}Forms.output;
  `;
}

function typeArgumentsOf({ typeArguments }) {
  return typeArguments.map((type) => type.getText()).join(", ");
}

function nativeFile(kinds, rules) {
  const classes = kinds.map(
    ({ value: { kind } }) => `export const ${kind} = nativeClass<typeof resources.${kind}>("${kind}");`,
  );
  const functions = rules.map(({ value: { name, isSecret } }) => {
    const [forms, plain] = isSecret ? ["", "never"] : [`now: ${name}, `, `typeof dataSources.${name}`];
    return `
      export const { ${forms}output: ${name}Output } =
        nativeFunction<${plain}, typeof dataSources.${name}Output>("${name}");
    `;
  });
  return fileOf(
    "the definitions and the data sources' declarations",
    [
      'import { nativeClass, nativeFunction } from "../native";',
      'import type * as dataSources from "./data-sources";',
      'import type * as resources from "./resources";',
    ],
    [...classes, ...functions],
  );
}

// Parts of the files.

function fileOf(source, imports, parts) {
  const head = `// Generated by \`npm run docs\` from ${source}. Do not edit.`;
  return [[head, ...imports].join("\n"), ...parts].join("\n\n");
}

function importsOf(declarations, below) {
  const modules = [...new Set(declarations.map(({ from }) => from))].sort();
  return modules.map((from) => {
    const constants = declarations.filter((each) => each.from === from).map(({ constant }) => constant);
    return `import { ${constants.join(", ")} } from "${below}${from}";`;
  });
}

function typeImports(types, below) {
  return types
    .filter(({ used }) => used.length > 0)
    .map(({ from, used }) => `import type { ${used.join(", ")} } from "${below}${from}";`);
}

function typeExports(types, below) {
  return types.map(({ from, exported }) => `export type { ${exported.join(", ")} } from "${below}${from}";`).join("\n");
}

/** The docstring as it is written. */
function docstringOf(statement, name) {
  const comment = statement && ts.getJSDocCommentsAndTags(statement).findLast((each) => ts.isJSDoc(each));
  if (!comment) throw new Error(`${name} needs a docstring: the code that is generated for it gets the same.`);
  return comment.getText();
}

async function formatted(files) {
  const config = await prettier.resolveConfig(path.join(PROVIDER, "index.ts"));
  const all = Object.entries(files).map(async ([name, text]) => [
    `../../provider/${name}`,
    await prettier.format(text, { ...config, parser: "typescript" }),
  ]);
  return new Map(await Promise.all(all));
}
