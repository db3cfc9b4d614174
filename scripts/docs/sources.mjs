// Reads the docstrings of types, their members, classes and functions from the sources.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import ts from "typescript";

/** Reads all TypeScript files below a directory. */
export function readSources(folder) {
  const found = { files: [], interfaces: new Map(), aliases: new Map(), classes: new Map(), functions: new Map() };
  for (const statements of parsedFiles(folder)) {
    found.files.push(statements);
    for (const node of statements) note(node, found);
  }
  const { interfaces, aliases, classes, functions } = found;
  return {
    classDoc: (name) => (classes.has(name) ? docOf(classes.get(name)) : ""),
    classMembersOf: (name) => new Map(ownMembers(classes.get(name).members)),
    interfaceDoc: (name) => (interfaces.has(name) ? docOf(interfaces.get(name)) : ""),
    functionDoc: (name) => functions.get(name) ?? "",
    /** The declarations, the public one last: a plain interface may share its name with the public type derived from it. */
    typesNamed: (name) => [interfaces.get(name), aliases.get(name)].filter(Boolean),
    /** Names of the types that the class's file exports. */
    typesBeside: (name) => typesIn(found.files.find((statements) => statements.includes(classes.get(name)))),
    membersOf: (name) => membersOf(name, found),
    membersBelow: (member) => membersOfType(member.type, found),
  };
}

/** The statements of each TypeScript file below a directory. */
export function parsedFiles(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".ts"));
  return files.map((file) => {
    const text = readFileSync(path.join(folder, file), "utf8");
    return ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true).statements;
  });
}

function note(node, { interfaces, aliases, classes, functions }) {
  if (ts.isInterfaceDeclaration(node)) interfaces.set(node.name.text, node);
  if (ts.isTypeAliasDeclaration(node)) aliases.set(node.name.text, node);
  if (ts.isClassDeclaration(node) && node.name) classes.set(node.name.text, node);
  if (ts.isFunctionDeclaration(node) && node.name) functions.set(node.name.text, docOf(node));
}

function typesIn(statements) {
  return statements.flatMap((node) => {
    if (ts.isExportDeclaration(node)) return node.exportClause.elements.map(({ name }) => name.text);
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
    const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return isType && isExported ? [node.name.text] : [];
  });
}

// Members of interfaces and unions, and of the objects in them, with their docstrings.

/** Members of an interface, inherited ones first, or of all alternatives of a union, by name. */
function membersOf(name, found) {
  const node = found.interfaces.get(name);
  const alias = found.aliases.get(name);
  if (!node) return alias ? membersOfType(alias.type, found) : new Map();
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types);
  const inherited = bases.flatMap((base) => inheritedFrom(base, found));
  return new Map([...inherited, ...ownMembers(node.members)]);
}

/** `extends Base`, or a utility type of it. */
function inheritedFrom({ expression, typeArguments }, found) {
  return [...membersOfReference(expression.getText(), typeArguments, found)];
}

/** `Base`, or a utility type of it: `Inputs<Base>`, `Required<Base>`, `Omit<Base, "one" | "other">`, `Pick<Base, "one" | Others>`. */
function membersOfReference(name, [base, names] = [], found) {
  if (!base) return membersOf(name, found);
  const members = [...membersOfType(base, found)];
  if (name === "Required") return new Map(members.map(([key, member]) => [key, { ...member, isOptional: false }]));
  if (!names) return new Map(members);
  const named = literalsIn(names, found);
  return new Map(members.filter(([key]) => named.includes(key) === (name === "Pick")));
}

/** The strings in a union of literals and of aliases for such unions. */
function literalsIn(node, found) {
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((each) => literalsIn(each, found));
  if (ts.isLiteralTypeNode(node)) return [node.literal.text];
  const alias = ts.isTypeReferenceNode(node) && found.aliases.get(node.typeName.getText());
  return alias ? literalsIn(alias.type, found) : [];
}

/** Properties and methods, by name. */
function ownMembers(members) {
  return members
    .filter((member) =>
      [ts.isPropertySignature, ts.isMethodSignature, ts.isPropertyDeclaration].some((is) => is(member)),
    )
    .filter((member) => !ts.getJSDocTags(member).some(({ tagName }) => tagName.text === "internal"))
    .map((member) => [
      member.name.text,
      {
        doc: sentence(docOf(member)),
        deprecated: sentence(ts.getTextOfJSDocComment(ts.getJSDocDeprecatedTag(member)?.comment) ?? ""),
        type: member.type,
        isOptional: member.questionToken !== undefined,
        ...(member.parameters
          ? { parameters: sentence(member.parameters.map((one) => one.getText()).join(", ")) }
          : {}),
      },
    ]);
}

/** Members of the object in a property, or of the objects in its array. */
function membersOfType(type, found) {
  if (!type) return new Map();
  if (ts.isArrayTypeNode(type)) return membersOfType(type.elementType, found);
  if (ts.isTypeLiteralNode(type)) return new Map(ownMembers(type.members));
  if (ts.isUnionTypeNode(type)) return membersOfAlternatives(type.types, found);
  if (ts.isIntersectionTypeNode(type)) return new Map(type.types.flatMap((each) => [...membersOfType(each, found)]));
  if (ts.isParenthesizedTypeNode(type)) return membersOfType(type.type, found);
  if (!ts.isTypeReferenceNode(type)) return new Map();
  return membersOfReference(type.typeName.getText(), type.typeArguments, found);
}

/** An alternative may exclude a member of another: `label?: undefined`. A member that only some alternatives require is optional. */
function membersOfAlternatives(types, found) {
  const alternatives = types.map((type) => membersOfType(type, found));
  const all = alternatives.flatMap((members) => [...members]).filter(([, { type }]) => !isUndefined(type));
  const isOptional = (name) => alternatives.some((members) => members.get(name)?.isOptional ?? true);
  return new Map(all.map(([name, member]) => [name, { ...member, isOptional: isOptional(name) }]));
}

function isUndefined(type) {
  return type?.kind === ts.SyntaxKind.UndefinedKeyword;
}

// Docstrings as users read them.

export function docOf(node) {
  const comment = ts.getJSDocCommentsAndTags(node).findLast((each) => ts.isJSDoc(each))?.comment;
  return withoutCitations(ts.getTextOfJSDocComment(comment) ?? "");
}

/** The text of `@throws` in the docstring of a declaration. */
export function throwsOf(node) {
  const tag = ts.getJSDocTags(node).find(({ tagName }) => ["throws", "exception"].includes(tagName.text));
  // Not the tag's comment: the parser takes its first word for a type.
  const text =
    tag
      ?.getText()
      .replace(/^@throws\s*/, "")
      .replace(/^\s*\*\s?/gm, "") ?? "";
  return sentence(withoutCitations(text));
}

/** A docstring as one line. */
export function sentence(doc) {
  return doc.replace(/\s+/g, " ").trim();
}

/** The paragraphs of a docstring, each one line, and separately its indented programs. */
export function paragraphsOf(doc) {
  const blocks = doc.split(/\n\s*\n/);
  const isProgram = (block) => /^ {4}/.test(block);
  return {
    prose: blocks.filter((block) => !isProgram(block)).map(sentence),
    program: blocks.filter(isProgram).join("\n\n").replace(/^ {4}/gm, ""),
  };
}

// Docstrings cite the public API reference for contributors. The pages omit the citations.

/** The source of a rule, in parentheses: "(Linode API v4, Domains)", "(known from the service, …)". */
const CITATION = /\s*\((?:Linode API v4,|known from the service)[^()]*\)/g;

export function withoutCitations(text) {
  return text.replace(CITATION, "");
}

// What the package exports, and whether a page documents it.

/** `export class Name`, or `export { Name_2 as Name }` if a global has that name. */
const EXPORTED =
  /^export (?:(?:declare )?(?:abstract )?(?:class|interface|type|const|function) (\w+)|\{ \w+ as (\w+) \})/gm;

/** @param files the reports of the public surface (npm run api-report), with a line for each export */
export function publicNames(files) {
  return files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(EXPORTED)].map(([, name, alias]) => name ?? alias),
  );
}

/** A message for each name that no page has in a heading, in the first cell of a row, or at the start of a signature. */
export function undocumented(names, pages) {
  const text = [...pages.values()].join("\n");
  const isDocumented = (name) => new RegExp(`^(?:#+ (?:.*\\W)?${name}\\b|\\| \`${name}\`|${name}\\()`, "m").test(text);
  return names.filter((name) => !isDocumented(name)).map((name) => `${name} is exported, but no page documents it.`);
}
