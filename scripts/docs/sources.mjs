// What the docstrings in the sources say: of interfaces and their members, of classes, and of functions.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** Reads all TypeScript files below a folder. */
export function readSources(folder) {
  const found = { interfaces: new Map(), classes: new Map(), functions: new Map() };
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!file.endsWith(".ts")) continue;
    const text = readFileSync(path.join(folder, file), "utf8");
    for (const node of ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true).statements) note(node, found);
  }
  return {
    classDoc: (name) => found.classes.get(name) ?? "",
    interfaceDoc: (name) => (found.interfaces.has(name) ? docOf(found.interfaces.get(name)) : ""),
    functionDoc: (name) => found.functions.get(name) ?? "",
    membersOf: (name) => membersOf(name, found.interfaces),
    membersBelow: (member) => membersOfType(member.type, found.interfaces),
  };
}

function note(node, { interfaces, classes, functions }) {
  if (ts.isInterfaceDeclaration(node)) interfaces.set(node.name.text, node);
  if (ts.isClassDeclaration(node) && node.name) classes.set(node.name.text, docOf(node));
  if (ts.isFunctionDeclaration(node) && node.name) functions.set(node.name.text, docOf(node));
}

function docOf(node) {
  const comment = ts.getJSDocCommentsAndTags(node).findLast((each) => ts.isJSDoc(each))?.comment;
  return ts.getTextOfJSDocComment(comment) ?? "";
}

/** Members of an interface, inherited ones first, by name. */
function membersOf(name, interfaces) {
  const node = interfaces.get(name);
  if (!node) return new Map();
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types);
  const inherited = bases.flatMap((base) => inheritedFrom(base, interfaces));
  return new Map([...inherited, ...ownMembers(node.members)]);
}

/** `extends Base`, `extends Inputs<Base>`, or `extends Omit<Base, "one" | "other">`. */
function inheritedFrom({ expression, typeArguments = [] }, interfaces) {
  if (expression.text === "Inputs") return [...membersOf(typeArguments[0].getText(), interfaces)];
  if (expression.text !== "Omit") return [...membersOf(expression.text, interfaces)];
  const [base, omitted] = typeArguments.map((argument) => argument.getText());
  return [...membersOf(base, interfaces)].filter(([name]) => !omitted.includes(`"${name}"`));
}

function ownMembers(members) {
  return members
    .filter((member) => ts.isPropertySignature(member))
    .map((member) => [member.name.text, { doc: sentence(docOf(member)), type: member.type }]);
}

/** Members of the objects that a property holds, itself or in an array. */
function membersOfType(type, interfaces) {
  if (!type) return new Map();
  if (ts.isArrayTypeNode(type)) return membersOfType(type.elementType, interfaces);
  if (ts.isTypeLiteralNode(type)) return new Map(ownMembers(type.members));
  if (!ts.isTypeReferenceNode(type)) return new Map();
  const [wrapped] = type.typeArguments ?? [];
  return wrapped ? membersOfType(wrapped, interfaces) : membersOf(type.typeName.getText(), interfaces);
}

/** A docstring as one line. */
export function sentence(doc) {
  return doc.replace(/\s+/g, " ").trim();
}

/** Paragraphs of a docstring, each one line; programs in it apart. */
export function paragraphsOf(doc) {
  const blocks = doc.split(/\n\s*\n/);
  const isProgram = (block) => /^ {4}/.test(block);
  return {
    prose: blocks.filter((block) => !isProgram(block)).map(sentence),
    program: blocks.filter(isProgram).join("\n\n").replace(/^ {4}/gm, ""),
  };
}
