// Reads types with their members, classes and functions from the sources, with TypeScript's checker, and their docstrings.
import path from "node:path";

import ts from "typescript";

import { projectFolder } from "../shared/paths.mjs";

/** Reads a module of the public surface, and what it imports from below its directory. */
export function readSources(entry) {
  const { config } = ts.readConfigFile(path.join(projectFolder, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, types: [] }, projectFolder);
  const program = ts.createProgram([entry], options);
  const checker = program.getTypeChecker();
  const isOwn = (node) => path.resolve(node.getSourceFile().fileName).startsWith(path.dirname(entry) + path.sep);
  // A file comes after those that it imports: a public type after the plain one that it is derived from, and whose name it may have.
  const files = program.getSourceFiles().filter(isOwn);
  const statements = files.flatMap((file) => [...file.statements]);
  const named = (name) => statements.filter((node) => isNamed(node) && node.name?.text === name);
  const membersOf = (type) => membersOfType(type, { checker, files });
  return {
    statements,
    /** The declarations of a type, class or function, the public one last. */
    named,
    docNamed: (name) => named(name).map(docOf).at(-1) ?? "",
    /** The declaration that a name in a type refers to, if it is below the directory. */
    declarationOf: (name) => resolved(checker.getSymbolAtLocation(name), checker).declarations?.find(isOwn),
    /** Names that programs can import. */
    exportedNames: new Set(exportsOf(program.getSourceFile(entry), checker).map(({ name }) => name)),
    /** Names of the types that the class's file exports; those of its inputs and outputs if the file is generated. */
    typesBeside: (name) => {
      const file = named(name).at(-1).getSourceFile();
      return isGenerated(file) ? [`${name}Args`, `${name}State`] : typesIn(file, checker);
    },
    /** Members of the first exported type or class of this name. */
    membersOf: (name) => {
      const node = named(name).find(isExported);
      return node ? membersOf(checker.getTypeAtLocation(node)) : new Map();
    },
    membersBelow: ({ type }) => (type ? membersOf(checker.getTypeFromTypeNode(type)) : new Map()),
  };
}

function isNamed(node) {
  return [ts.isInterfaceDeclaration, ts.isTypeAliasDeclaration, ts.isClassDeclaration, ts.isFunctionDeclaration].some(
    (is) => is(node),
  );
}

function isExported(node) {
  return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0;
}

function resolved(symbol, checker) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isGenerated({ text }) {
  return text.startsWith("// Generated");
}

function exportsOf(file, checker) {
  const symbol = checker.getSymbolAtLocation(file);
  return symbol ? checker.getExportsOfModule(symbol) : [];
}

function typesIn(file, checker) {
  const { Interface, TypeAlias } = ts.SymbolFlags;
  return exportsOf(file, checker)
    .filter((each) => resolved(each, checker).flags & (Interface | TypeAlias))
    .map(({ name }) => name);
}

/** Properties and methods of a type, of the items of an array, or of all alternatives of a union, by name; inherited ones first. */
function membersOfType(type, about) {
  const { checker, files } = about;
  if (checker.isArrayType(type)) return membersOfType(checker.getTypeArguments(type)[0], about);
  if (type.isUnion()) return membersOfAlternatives(type.types.map((each) => membersOfType(each, about)));
  const placeOf = ({ node }) => files.indexOf(node.getSourceFile());
  const members = checker.getPropertiesOfType(type).flatMap((symbol) => memberOf(symbol));
  const own = members.filter((member) => placeOf(member) >= 0);
  own.sort((one, other) => placeOf(one) - placeOf(other) || one.node.pos - other.node.pos);
  return new Map(own.map((member) => [member.node.name.text, member]));
}

function memberOf({ declarations: [node] = [], flags }) {
  const isMember = [ts.isPropertySignature, ts.isMethodSignature, ts.isPropertyDeclaration].some(
    (is) => node && is(node),
  );
  if (!isMember || ts.getJSDocTags(node).some(({ tagName }) => tagName.text === "internal")) return [];
  return {
    node,
    doc: sentence(docOf(node)),
    deprecated: sentence(ts.getTextOfJSDocComment(ts.getJSDocDeprecatedTag(node)?.comment) ?? ""),
    type: node.type,
    isOptional: (flags & ts.SymbolFlags.Optional) !== 0,
    ...(node.parameters ? { parameters: sentence(node.parameters.map((one) => one.getText()).join(", ")) } : {}),
  };
}

/** An alternative may exclude a member of another: `label?: undefined`. A member that only some alternatives require is optional. */
function membersOfAlternatives(alternatives) {
  const objects = alternatives.filter(({ size }) => size > 0);
  const all = objects.flatMap((members) => [...members]).filter(([, { type }]) => !isUndefined(type));
  const isOptional = (name) => objects.some((members) => members.get(name)?.isOptional ?? true);
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

/** A message for each name that no page has in a heading, in the first cell of a row, or at the start of a signature. */
export function undocumented(names, pages) {
  const text = [...pages.values()].join("\n");
  const isDocumented = (name) => new RegExp(`^(?:#+ (?:.*\\W)?${name}\\b|\\| \`${name}\`|${name}\\()`, "m").test(text);
  return names.filter((name) => !isDocumented(name)).map((name) => `${name} is exported, but no page documents it.`);
}
