import type ts from "typescript";
import { UNKNOWN } from "../../../provider/definition/values";
import type { Values } from "../../../provider/definition/values";
import { inputHere, LACKS } from "../bridged";
import type { DeclaredInputs } from "../bridged";
import type { Editor, ProgramContext } from "./changes";
import { corrections, isEmpty } from "../corrections";
import { literalOf, memberName } from "./literals";

type Member = ts.ObjectLiteralElementLike;

interface Editing {
  readonly world: ProgramContext;
  readonly editor: Editor;
  /** The name of Pulumi's SDK in the file. */
  readonly sdk: () => string;
}

/** Edits the inputs of a resource or a provider, or a part of them, and returns those that are removed. */
export function editInputs(
  node: ts.ObjectLiteralExpression,
  definition: DeclaredInputs,
  editing: Editing,
): ReadonlySet<ts.Node> {
  const { ts, checker } = editing.world;
  const { byHand, replace } = editing.editor;
  const removed = new Map<Member, string>();
  const values: Record<string, unknown> = {};
  const there: Record<string, unknown> = {};
  const given = new Map<string, Member>();
  for (const one of node.properties) {
    const name = memberName(one);
    const here = inputHere(definition, name);
    const value = ts.isPropertyAssignment(one) ? literalOf(ts, one.initializer) : UNKNOWN;
    there[name] = value;
    if (ts.isSpreadAssignment(one)) {
      const known = checker
        .getTypeAtLocation(one.expression)
        .getProperties()
        .map((member) => member.name);
      const names =
        known.length > 0 ? known.map((member) => inputHere(definition, member)) : Object.keys(definition.args);
      for (const member of names) values[member ?? ""] = UNKNOWN;
    } else if (here === null) removed.set(one, `${name} is not needed here`);
    else if (here === undefined && isEmpty(value)) removed.set(one, `${name} ${LACKS}`);
    else if (here === undefined) byHand(one, `${name} ${LACKS}`);
    else {
      values[here] = value;
      given.set(here, one);
    }
  }
  complete(node, { definition, values, given, removed }, editing);
  for (const [here, one] of given) {
    const name = memberName(one);
    if (removed.has(one) || !one.name) continue;
    if (here !== name) replace(one.name, ts.isShorthandPropertyAssignment(one) ? `${here}: ${name}` : here);
    if (ts.isPropertyAssignment(one)) editValue(one.initializer, { definition, input: here, there }, editing);
  }
  remove(node, removed, editing);
  return new Set(removed.keys());
}

interface Inputs {
  readonly definition: DeclaredInputs;
  readonly values: Record<string, unknown>;
  readonly given: ReadonlyMap<string, Member>;
  readonly removed: Map<Member, string>;
}

/** Removes what preview would reject, and adds what the bridged provider has added itself. */
function complete(node: ts.ObjectLiteralExpression, inputs: Inputs, { world: { ts }, editor, sdk }: Editing): void {
  const { definition, values, given, removed } = inputs;
  const isWhole = ts.isNewExpression(node.parent) && node.parent.arguments?.[1] === node;
  const { dropped, added, secrets, problems } = corrections(definition, values);
  for (const [name, reason] of dropped) {
    const one = given.get(name);
    if (one) removed.set(one, reason);
  }
  for (const { path, reason } of problems) {
    const one = given.get(path.split(/[.[]/, 1).join());
    if (one || isWhole) editor.byHand(one ?? node, `${path} ${reason}`);
  }
  const last = node.properties.at(-1);
  if (!last || !isWhole) return;
  const [, indent = " "] = /^\s*?(\n[ \t]*)\S/.exec(node.getSourceFile().text.slice(last.pos, last.end)) ?? [];
  const lines = [
    ...Object.entries(added).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...secrets.map((name) => `${name}: new ${sdk()}.Config().requireSecret("${name}")`),
  ];
  for (const line of lines) {
    editor.edit(last.end, last.end, `,${indent}${line}`);
    editor.done(node, `added ${line}`);
  }
  const of = ts.isNewExpression(node.parent) ? (node.parent.arguments?.[0]?.getText() ?? "") : "";
  for (const name of secrets) editor.changes.secrets.set(name, [...(editor.changes.secrets.get(name) ?? []), of]);
}

/** Values that have another form here, and IDs, which need not be numbers. */
function editValue(
  node: ts.Expression,
  { definition: { bridged }, input, there }: { definition: DeclaredInputs; input: string; there: Values },
  { world, editor }: Editing,
): void {
  const { ts, version } = world;
  for (const [path, convert] of Object.entries(bridged?.values ?? {})) {
    const [first, ...rest] = path.split(".");
    const found = first === input ? memberAt(ts, node, rest) : undefined;
    const value = found && literalOf(ts, found);
    const here = value === UNKNOWN ? undefined : convert(value, version, there);
    if (found && here !== undefined) editor.replace(found, JSON.stringify(here));
    else if (found && typeof value !== "number") editor.byHand(found, `${path} ${convert.says}`);
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
  const { expression, name } = node.expression;
  const isId = ts.isPropertyAccessExpression(expression) && expression.name.text === "id" && name.text === "apply";
  const toNumber = /^(Number|parseInt|\(?\w+\)? => (Number|parseInt|Number\.parseInt)\(\w+(, 10)?\))$/;
  if (!isId || !toNumber.test(node.arguments[0]?.getText() ?? "")) return;
  editor.edit(expression.end, node.end, "");
  editor.done(node, `${node.getText()} → ${expression.getText()}`);
}

function memberAt(
  ts: ProgramContext["ts"],
  node: ts.Expression,
  [name, ...rest]: readonly string[],
): ts.Expression | undefined {
  if (name === undefined) return node;
  const members = ts.isObjectLiteralExpression(node) ? node.properties : [];
  const member = members.find((one) => memberName(one) === name);
  return member && ts.isPropertyAssignment(member) ? memberAt(ts, member.initializer, rest) : undefined;
}

function remove(
  { properties }: ts.ObjectLiteralExpression,
  removed: ReadonlyMap<Member, string>,
  { editor }: Pick<Editing, "editor">,
): void {
  const firstKept = properties.findIndex((one) => !removed.has(one));
  properties.forEach((one, index) => {
    const why = removed.get(one);
    if (why === undefined) return;
    // With the comma before it, or with the one after it if nothing before it is kept.
    const previous = firstKept !== -1 && firstKept < index ? properties[index - 1] : undefined;
    const next = previous ? undefined : properties[index + 1];
    editor.edit(previous?.end ?? one.pos, next?.pos ?? one.end, "");
    editor.done(one, `removed ${one.getText()}: ${why}`);
  });
}
