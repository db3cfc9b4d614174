// provider/native/schema.json: the package schema of the native plugin, from the definitions, the types of their outputs, and the docstrings.
import ts from "typescript";

import { capital } from "./markdown.mjs";
import { docOf, paragraphsOf, sentence } from "./sources.mjs";

const INDEX = "compute:index:";
const LOGO = "docs/pictures/logo.svg";
const ANY = { $ref: "pulumi.json#/Any" };

/**
 * The forms of arguments without named types. An ID is either, because the `id` of a resource is a string, and that of a data source
 * or a backup a number.
 */
const FORMS = {
  string: { type: "string" },
  integer: { type: "integer" },
  boolean: { type: "boolean" },
  id: { oneOf: [{ type: "integer" }, { type: "string" }] },
  switch: { oneOf: [{ type: "boolean" }, { type: "integer" }] },
  json: { type: "object", additionalProperties: ANY },
  asset: { oneOf: [{ type: "string" }, { $ref: "pulumi.json#/Asset" }] },
  any: ANY,
};

/** The forms of outputs of the simple TypeScript types. */
const KEYWORDS = {
  [ts.SyntaxKind.StringKeyword]: "string",
  [ts.SyntaxKind.StringLiteral]: "string",
  [ts.SyntaxKind.NumberKeyword]: "integer",
  [ts.SyntaxKind.NumericLiteral]: "integer",
  [ts.SyntaxKind.BooleanKeyword]: "boolean",
  [ts.SyntaxKind.UnknownKeyword]: "any",
};

/** Outputs that are no integers: prices. */
const DECIMALS = new Set(["hourly", "monthly"]);

/**
 * @param dataSources as for `dataSourcePage`
 * @param examplesOf returns the programs of a resource type's page
 */
export function packageSchema({ definitions, dataSources, listingOf, sources, examplesOf, manifest }) {
  const about = {
    sources,
    examplesOf,
    listingOf: (definition) => dataSources.find(({ rule }) => rule === listingOf(definition)),
    types: new Map(),
  };
  const settings = mapped(sources.membersOf("ProviderArgs"), (member) => settingSpec(member, about));
  const resources = definitions.map((definition) => [INDEX + definition.kind, resourceSpec(definition, about)]);
  resources.push([`${INDEX}Zone`, zoneSpec(Object.fromEntries(resources), about)]);
  const functions = dataSources.map((dataSource) => [INDEX + dataSource.rule.name, functionSpec(dataSource, about)]);
  const description = manifest.description.replace(", as Pulumi dynamic providers", "");
  const base = manifest.repository.url.replace(/^git\+|\.git$/g, "");
  return {
    name: "compute",
    displayName: "Compute",
    publisher: manifest.author,
    version: manifest.version,
    meta: { supportPack: true },
    description,
    keywords: ["pulumi", "compute", "cloud", "dns", "category/cloud", "kind/native"],
    homepage: base,
    logoUrl: `${base.replace("github.com", "raw.githubusercontent.com")}/main/${LOGO}`,
    repository: base,
    license: manifest.license,
    pluginDownloadURL: base.replace("https://github.com/", "github://api.github.com/"),
    language: {
      // A name that npm accepts: an SDK that `pulumi package add` generates has it, too, and the classes of this package.
      nodejs: { packageName: manifest.name, respectSchemaVersion: true },
      python: { readme: description, respectSchemaVersion: true },
      // A release has this folder, as a module in `sdk/go`, in the commit of its tag `sdk/go/vVERSION` only.
      go: { importBasePath: `${base.replace("https://", "")}/sdk/go/compute`, respectSchemaVersion: true },
      csharp: { respectSchemaVersion: true },
      java: { buildFiles: "gradle" },
    },
    config: { variables: settings },
    types: Object.fromEntries([...about.types].sort(([one], [other]) => (one < other ? -1 : 1))),
    provider: { description: sources.docNamed("ProviderArgs"), inputProperties: settings },
    resources: Object.fromEntries(resources),
    functions: Object.fromEntries(functions),
  };
}

function settingSpec(member, about) {
  const isSecret = member.doc.endsWith(" Secret.");
  return { ...typeOfNode(member.type, about), ...described(member), ...(isSecret ? { secret: true } : {}) };
}

// Resources and functions.

function resourceSpec(definition, about) {
  const { kind, args, outputs } = definition;
  const { sources, examplesOf, listingOf } = about;
  const listing = listingOf(definition);
  const given = sources.membersOf(`${kind}Args`);
  const state = sources.membersOf(`${kind}State`);
  const inputProperties = mapped(Object.entries(args), (rule, name) =>
    inputSpec(rule, given.get(name), { ...about, records: definition.records }),
  );
  const properties = mapped(Object.entries({ ...args, ...outputs.from }), ({ type, secret }, name) => ({
    ...outputType(
      type,
      { given: given.get(name), returned: state.get(name) },
      { ...about, records: definition.records },
    ),
    ...described(["", "As given.", undefined].includes(state.get(name)?.doc) ? given.get(name) : state.get(name)),
    ...(secret ? { secret } : {}),
  }));
  return {
    description: [...paragraphsOf(sources.docNamed(kind)).prose, exampleUsage(examplesOf("resources", kind))].join(
      "\n\n",
    ),
    inputProperties,
    requiredInputs: Object.keys(args).filter((name) => args[name].required === true),
    properties,
    required: Object.keys(properties).filter((name) => isAlwaysSet(state.get(name))),
    ...(listing ? { listInputs: argumentsSpec(listing, about) } : {}),
    aliases: [{ type: `pulumi-nodejs:dynamic/compute:${kind}` }],
  };
}

/** The component `Zone`: the inputs of its domain, and an array of its records, which is plain because each record is a resource. */
function zoneSpec(resources, { sources, types }) {
  const { inputProperties, requiredInputs } = resources[`${INDEX}Domain`];
  const record = resources[`${INDEX}DomainRecord`];
  const fields = Object.entries(record.inputProperties).filter(([name]) => name !== "domainId");
  const { prose, program } = paragraphsOf(sources.docNamed("Zone"));
  const key = sources.membersOf("ZoneRecord").get("key");
  types.set(`${INDEX}ZoneRecord`, {
    type: "object",
    ...described({ doc: sources.docNamed("ZoneRecord") }),
    properties: { ...mapped(fields, asUpdated), key: { ...FORMS.string, ...described(key) } },
    required: record.requiredInputs.filter((name) => name !== "domainId"),
  });
  return {
    isComponent: true,
    description: [...prose, exampleUsage([{ program }])].join("\n\n"),
    inputProperties: {
      ...mapped(Object.entries(inputProperties), asUpdated),
      records: {
        type: "array",
        items: { $ref: `#/types/${INDEX}ZoneRecord` },
        plain: true,
        ...described(sources.membersOf("ZoneArgs").get("records")),
      },
      zoneFile: { ...FORMS.string, plain: true, ...described(sources.membersOf("ZoneArgs").get("zoneFile")) },
    },
    requiredInputs: requiredInputs.filter((name) => name !== "type"),
    properties: {
      domain: { ...FORMS.string, description: "Name of the domain." },
      domainId: { ...FORMS.string, description: "ID of the domain." },
      records: { type: "array", items: FORMS.string, description: "IDs of the records, in the order of the input." },
    },
    required: ["domain", "domainId", "records"],
  };
}

/** A component is never replaced itself. */
function asUpdated(spec) {
  return { ...spec, willReplaceOnChanges: undefined };
}

function inputSpec({ type, secret, change, serverDefault }, member, about) {
  // If such an input forces a replacement, omitting it means this value.
  const isFixed = change?.replaces && serverDefault?.value.length === 0;
  return {
    ...typeOfRule(type, member.type, about),
    ...described(member),
    ...(secret ? { secret } : {}),
    ...(isFixed ? { default: serverDefault.value() } : {}),
    ...(change?.replaces ? { willReplaceOnChanges: true } : {}),
  };
}

/** The type of an output. That of an input is the input's, unless the API returns an object with other members. */
function outputType(type, { given, returned }, about) {
  if (!type) return typeOfNode(returned.type, about);
  // The API may return a value that is new.
  if (type.values) return FORMS.string;
  const wanted = membersOfRule(type.item ?? type, about);
  const shown = returned && [...about.sources.membersBelow(returned).keys()].sort().join();
  const isSame = !wanted || !returned || shown === Object.keys(wanted).sort().join();
  return isSame ? typeOfRule(type, given.type, about) : typeOfNode(returned.type, about);
}

/** The inputs of a data source. */
function argumentsSpec({ args, said }, about) {
  const members = about.sources.membersOf(said.args);
  return {
    type: "object",
    properties: mapped(
      args.map((each) => [each.name, each.type]),
      (type, name) => ({ ...typeOfRule(type, members.get(name).type, about), ...described(members.get(name)) }),
    ),
    required: args.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

function functionSpec({ rule, args, said }, about) {
  const outputs = objectOf(about.sources.membersOf(said.result), about);
  const secrets = mapped(Object.entries(outputs.properties), (spec) => ({ ...spec, secret: true }));
  return {
    description: said.doc,
    ...(args.length > 0 ? { inputs: argumentsSpec({ args, said }, about) } : {}),
    outputs: rule.isSecret ? { ...outputs, properties: secrets } : outputs,
  };
}

function exampleUsage(examples) {
  const programs = examples.flatMap(({ title, program }) => [
    "{{% example %}}",
    ...(title ? [`### ${title}`] : []),
    "```typescript",
    program.replace('from "pulumi-compute"', 'from "pulumi-compute/native"'),
    "```",
    "{{% /example %}}",
  ]);
  return ["{{% examples %}}", "## Example Usage", ...programs, "{{% /examples %}}"].join("\n");
}

function described({ doc, deprecated }) {
  return { ...(doc ? { description: doc } : {}), ...(deprecated ? { deprecationMessage: deprecated } : {}) };
}

function mapped(entries, specOf) {
  return Object.fromEntries([...entries].map(([name, value]) => [name, specOf(value, name)]));
}

// Types of inputs, from the rules; their TypeScript types add the names, the docstrings and what is optional.

function typeOfRule(type, node, about) {
  if (type.values) return { oneOf: [FORMS.string, enumRef(type.values, node, about)] };
  if (type.form === "array") return { type: "array", items: typeOfRule(type.item, node, about) };
  if (type.form !== "object") return FORMS[type.form];
  const held = heldIn(node, about.sources);
  const members = about.sources.membersBelow({ type: held });
  const rules = Object.entries(membersOfRule(type, about));
  return typeRef(held, about, {
    type: "object",
    properties: mapped(rules, (rule, name) => ({
      ...typeOfRule(rule, members.get(name).type, about),
      ...described(members.get(name)),
    })),
    required: rules.flatMap(([name]) => (members.get(name).isOptional ? [] : [name])),
  });
}

/** The types of an object's members. Those of a set's records are the inputs of their resource type, except what is in its path. */
function membersOfRule({ form, members }, { records }) {
  if (form !== "object" || members) return members;
  const args = Object.entries(records.args).filter(([, { sent }]) => sent?.in !== "path");
  return mapped(args, ({ type }) => type);
}

/** Any string is accepted, too, because not every language converts a string to an enum. */
function enumRef(values, node, { sources, types }) {
  const all = values.map((value) => ({ value }));
  const [known] = [...types].find(([, spec]) => JSON.stringify(spec.enum) === JSON.stringify(all)) ?? [];
  const alias = heldIn(node, sources);
  const token = known ?? INDEX + nameOf(alias ?? node, sources);
  const doc = alias ? docOfType(alias, sources) : "";
  if (!known) types.set(token, { type: "string", ...described({ doc }), enum: all });
  return { $ref: `#/types/${token}` };
}

// Types of outputs, from their TypeScript types.

/** Unions are those of literals, of the two forms of an ID, and with "no value". An output is never an enum. */
function typeOfNode(node, about) {
  const [one, ...others] = ts.isUnionTypeNode(node) ? node.types.filter((each) => !isNothing(each)) : [node];
  if (ts.isParenthesizedTypeNode(one)) return typeOfNode(one.type, about);
  if (ts.isArrayTypeNode(one)) return { type: "array", items: typeOfNode(one.elementType, about) };
  if (ts.isTypeLiteralNode(one)) return typeRef(one, about);
  if (ts.isTypeReferenceNode(one)) return typeOfReference(one, about);
  if (ts.isIndexedAccessTypeNode(one)) {
    return typeOfNode(about.sources.membersBelow({ type: one.objectType }).get(one.indexType.literal.text).type, about);
  }
  if (DECIMALS.has(node.parent.name?.text)) return { type: "number" };
  const forms = [...new Set([one, ...others].map((each) => KEYWORDS[kindOf(each)]))].sort().join(" or ");
  const form = FORMS[forms === "integer or string" ? "id" : forms];
  if (!form) throw new Error(`The package schema has no type for the output "${node.parent.getText()}".`);
  return form;
}

function typeOfReference(node, about) {
  const [name, [of]] = [node.typeName.getText(), node.typeArguments ?? []];
  if (name === "Array") return { type: "array", items: typeOfNode(of, about) };
  if (name === "Record") return FORMS.json;
  if (of) return typeOfNode(of, about);
  const declared = about.sources.declarationOf(node.typeName);
  return ts.isTypeAliasDeclaration(declared) ? typeOfNode(declared.type, about) : typeRef(node, about);
}

function isNothing(node) {
  return [ts.SyntaxKind.NullKeyword, ts.SyntaxKind.UndefinedKeyword].includes(kindOf(node));
}

function kindOf(node) {
  return ts.isLiteralTypeNode(node) ? node.literal.kind : node.kind;
}

function isAlwaysSet(member) {
  if (!member || member.isOptional) return false;
  const { type } = member;
  const isRequired = !ts.isIndexedAccessTypeNode(type) || type.objectType.getText().startsWith("Required<");
  return isRequired && !(ts.isUnionTypeNode(type) && type.types.some(isNothing));
}

// Named types.

/** @param spec by default, made from the TypeScript type */
function typeRef(node, about, spec = objectOf(about.sources.membersBelow({ type: node }), about)) {
  const token = INDEX + nameOf(node, about.sources);
  const known = about.types.get(token);
  const named = { ...described({ doc: docOfType(node, about.sources) }), ...spec };
  if (known && JSON.stringify(known) !== JSON.stringify(named)) throw new Error(`Two types have the name ${token}.`);
  about.types.set(token, named);
  return { $ref: `#/types/${token}` };
}

function objectOf(members, about) {
  return {
    type: "object",
    properties: mapped(members, (member) => ({ ...typeOfNode(member.type, about), ...described(member) })),
    required: [...members].flatMap(([name, member]) => (isAlwaysSet(member) ? [name] : [])),
  };
}

/** The docstring of a named type, or of the property that has the type. */
function docOfType(node, { declarationOf }) {
  return sentence(docOf(ts.isTypeReferenceNode(node) ? declarationOf(node.typeName) : node.parent));
}

/** The first named type or object in a type, such as that of the items of an array. */
function heldIn(node, sources) {
  const isNamed = ts.isTypeReferenceNode(node) && sources.declarationOf(node.typeName) !== undefined;
  return isNamed || ts.isTypeLiteralNode(node) ? node : ts.forEachChild(node, (child) => heldIn(child, sources));
}

/**
 * The name of a type is that of its interface. Without one, it is made from the path to it: `specs` of an `InstanceState` is
 * `InstanceSpecs`, or `InstanceSpecsState` if an input of this name has a type of its own.
 */
function nameOf(node, sources) {
  if (ts.isTypeReferenceNode(node)) return node.typeName.getText().replace(/^Get/, "");
  const path = [];
  let at = node;
  for (; !ts.isInterfaceDeclaration(at); at = at.parent) {
    const isMany = () => /\[\]$|^Array</.test(at.type.getText());
    if (ts.isPropertySignature(at)) path.unshift(isMany() ? at.name.text.replace(/s$/, "") : at.name.text);
  }
  return pathName(at.name.text, path, sources);
}

function pathName(declared, path, sources) {
  const [, owner, suffix] = /^(?:Get|Common|Plain)?(\w+?)(Args|State)?$/.exec(declared);
  const isAlsoInput = suffix === "State" && sources.membersOf(declared.replace(/State$/, "Args")).has(path[0]);
  return [owner, ...path.map(capital), ...(isAlsoInput ? ["State"] : [])].join("");
}
