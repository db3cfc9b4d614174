// Members of interfaces, of unions of them, and of the objects that they hold, with their docstrings.
import ts from "typescript";

import { docOf, sentence } from "./docstrings.mjs";

/** Members of an interface, inherited ones first, or of all alternatives of a union, by name. */
export function membersOf(name, found) {
  const node = found.interfaces.get(name);
  const alias = found.aliases.get(name);
  if (!node) return alias ? membersOfType(alias.type, found) : new Map();
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types);
  const inherited = bases.flatMap((base) => inheritedFrom(base, found));
  return new Map([...inherited, ...ownMembers(node.members)]);
}

/** `extends Base`, `extends Inputs<Base>`, or `extends Omit<Base, "one" | "other">`. */
function inheritedFrom({ expression, typeArguments = [] }, found) {
  if (expression.text === "Inputs") return [...membersOf(typeArguments[0].getText(), found)];
  if (expression.text !== "Omit") return [...membersOf(expression.text, found)];
  const [base, omitted] = typeArguments.map((argument) => argument.getText());
  return [...membersOf(base, found)].filter(([name]) => !omitted.includes(`"${name}"`));
}

/** Properties and methods, by name. */
export function ownMembers(members) {
  return members
    .filter((member) =>
      [ts.isPropertySignature, ts.isMethodSignature, ts.isPropertyDeclaration].some((is) => is(member)),
    )
    .filter((member) => !ts.getJSDocTags(member).some(({ tagName }) => tagName.text === "internal"))
    .map((member) => [
      member.name.text,
      {
        doc: sentence(docOf(member)),
        type: member.type,
        isOptional: member.questionToken !== undefined,
        ...(member.parameters
          ? { parameters: sentence(member.parameters.map((one) => one.getText()).join(", ")) }
          : {}),
      },
    ]);
}

/** Members of the objects that a property holds, itself or in an array. */
export function membersOfType(type, found) {
  if (!type) return new Map();
  if (ts.isArrayTypeNode(type)) return membersOfType(type.elementType, found);
  if (ts.isTypeLiteralNode(type)) return new Map(ownMembers(type.members));
  if (ts.isUnionTypeNode(type)) return membersOfAlternatives(type.types, found);
  if (ts.isIntersectionTypeNode(type)) return new Map(type.types.flatMap((each) => [...membersOfType(each, found)]));
  if (ts.isParenthesizedTypeNode(type)) return membersOfType(type.type, found);
  if (!ts.isTypeReferenceNode(type)) return new Map();
  const [wrapped] = type.typeArguments ?? [];
  return wrapped ? membersOfType(wrapped, found) : membersOf(type.typeName.getText(), found);
}

/** An alternative may forbid what another has: `label?: undefined`. What only some alternatives require is optional. */
function membersOfAlternatives(types, found) {
  const alternatives = types.map((type) => membersOfType(type, found));
  const all = alternatives.flatMap((members) => [...members]).filter(([, { type }]) => !isUndefined(type));
  const isOptional = (name) => alternatives.some((members) => members.get(name)?.isOptional ?? true);
  return new Map(all.map(([name, member]) => [name, { ...member, isOptional: isOptional(name) }]));
}

function isUndefined(type) {
  return type?.kind === ts.SyntaxKind.UndefinedKeyword;
}
