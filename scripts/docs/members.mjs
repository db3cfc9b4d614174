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
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) return membersOfAll(type.types, found);
  if (ts.isParenthesizedTypeNode(type)) return membersOfType(type.type, found);
  if (!ts.isTypeReferenceNode(type)) return new Map();
  const [wrapped] = type.typeArguments ?? [];
  return wrapped ? membersOfType(wrapped, found) : membersOf(type.typeName.getText(), found);
}

/** An alternative may forbid what another has: `label?: undefined`. */
function membersOfAll(types, found) {
  const all = types.flatMap((type) => [...membersOfType(type, found)]);
  return new Map(all.filter(([, { type }]) => type?.kind !== ts.SyntaxKind.UndefinedKeyword));
}
