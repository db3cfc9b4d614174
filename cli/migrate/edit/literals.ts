import type ts from "typescript";
import { UNKNOWN } from "../../../provider/definition/values";
import type { TypeScript } from "./typescript";

/** The value of an expression; unknown if it is not a literal. */
export function literalOf(ts: TypeScript, node: ts.Expression): unknown {
  const { TrueKeyword, FalseKeyword, NullKeyword } = ts.SyntaxKind;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === TrueKeyword || node.kind === FalseKeyword) return node.kind === TrueKeyword;
  if (node.kind === NullKeyword || node.getText() === "undefined") return undefined;
  if (ts.isArrayLiteralExpression(node)) return node.elements.map((one) => literalOf(ts, one));
  if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return UNKNOWN;
  return Object.fromEntries(
    node.properties.map((one): [string, unknown] => [
      memberName(one),
      ts.isPropertyAssignment(one) ? literalOf(ts, one.initializer) : UNKNOWN,
    ]),
  );
}

/** Name of a member without quotes; empty for a spread. */
export function memberName(one: ts.ObjectLiteralElementLike): string {
  return one.name?.getText().replace(/^["']|["']$/g, "") ?? "";
}
