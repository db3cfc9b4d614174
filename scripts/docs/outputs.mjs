// The tables of outputs of resources and data sources, and of their types.
import ts from "typescript";

import { capital, code, table } from "./markdown.mjs";
import { sentence } from "./sources.mjs";

export function outputsSection({ kind, args, outputs }, sources) {
  const members = sources.membersOf(`${kind}State`);
  const doc = (name) => members.get(name)?.doc ?? "";
  const given = sources.membersOf(`${kind}Args`);
  const own = Object.keys(args).filter((name) => !isSame(doc(name), given.get(name)?.doc ?? ""));
  const rows = Object.entries(outputs.from).map(([name, { secret }]) => [
    code(name),
    typeCell(members.get(name)),
    secret ? `${doc(name).replace(/ ?Secret\.$/, "")} **Secret.**` : doc(name),
  ]);
  return [
    "## Outputs",
    "Every input is also an output, with the value that the API returns. In addition:",
    table(["output", "type", "description"], [[code("id"), code("string"), "ID of the resource in Pulumi."], ...rows]),
    ...(own.length > 0
      ? ["Inputs whose output differs:", own.map((name) => `- ${code(name)}: ${capital(doc(name))}`)]
      : []),
  ];
}

/** Whether an output's docstring adds nothing to its input's: it is empty, "As given.", or the beginning of the input's. */
function isSame(output, argument) {
  return output === "As given." || argument.startsWith(output.replace(/\.$/, ""));
}

/**
 * Rows for the members of a type, and for those of the named types in them.
 * @param pageOf returns the page of a type, if there is one; the members are then only on that page
 */
export function memberRows(members, { sources, pageOf, prefix = "" }) {
  return [...members].flatMap(([name, member]) => {
    const held = heldIn(member.type);
    const page = held === undefined ? undefined : pageOf(held);
    const below = held === undefined || page ? new Map() : sources.membersBelow(member);
    const path = `${prefix}${name}`;
    const inner = memberRows(below, { sources, pageOf, prefix: `${path}${isArray(member.type) ? "[]" : ""}.` });
    const doc = page ? `${member.doc} Each has [these fields](${page}#outputs).`.trim() : member.doc;
    return [[code(path), typeCell(member), doc], ...inner];
  });
}

export function typeCell(member) {
  return code(member?.type ? sentence(member.type.getText()) : "unknown");
}

/** The name of a type, or of the type of an array's items. */
function heldIn(type) {
  const item = isArray(type) ? type.elementType : type;
  return item && ts.isTypeReferenceNode(item) && !item.typeArguments ? item.typeName.getText() : undefined;
}

function isArray(type) {
  return type !== undefined && ts.isArrayTypeNode(type);
}

/**
 * The types on a page that a program can import by name.
 * @param names of types; the types that they refer to are added, unless another page has them
 */
export function typesSection(names, { sources, elsewhere }) {
  const own = new Set(names);
  const shown = reached(names, sources)
    .filter((name) => own.has(name) || !elsewhere.has(name))
    .filter((name) => sources.exportedNames.has(name));
  const rows = shown.map((name) => [code(name), sentence(sources.docNamed(name))]);
  return rows.length > 0 ? ["## Types", table(["type", "is"], rows)] : [];
}

/** The names, and those of the types that their declarations mention, and so on. */
function reached(names, { named, declarationOf }) {
  const isType = (node) => node && (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));
  const found = new Set(names.flatMap(named).filter(isType));
  for (const node of found) {
    for (const declared of namesIn(node).map(declarationOf).filter(isType)) found.add(declared);
  }
  return [...new Set([...names, ...Array.from(found, ({ name }) => name.text)])];
}

/** Names of types in a declaration. */
function namesIn(node) {
  const own = ts.isTypeReferenceNode(node) ? [node.typeName] : [];
  const base = ts.isExpressionWithTypeArguments(node) ? [node.expression] : [];
  const below = [];
  ts.forEachChild(node, (child) => void below.push(...namesIn(child)));
  return [...own, ...base, ...below];
}
