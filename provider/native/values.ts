import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { secretOutputs } from "../definition/definition";
import type { Definition } from "../definition/definition";
import { SIGNATURE_KEY } from "../definition/source";
import { UNKNOWN, valueAt } from "../definition/values";
import type { Values } from "../definition/values";
import { EACH_MEMBER, OPTIONS, SERVER_VALUES, notedOptions } from "../lifecycle/state";
import type { Options } from "../lifecycle/state";
import {
  asSecret,
  isSecretMark,
  markedForEngine,
  PROVIDER_KEY,
  PULUMI_UNKNOWN,
  toEngine,
  unpacked,
} from "../shared/boundary";

/** What stands for an unknown string, boolean, number, array, asset, archive or object. */
const UNKNOWNS: ReadonlySet<unknown> = new Set([
  PULUMI_UNKNOWN,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

type Path = readonly string[];

/**
 * The values of a message as the lifecycle takes them: secrets without their marks, whose paths are in the hidden options, together with
 * what the call says about the resource. Of the options that a dynamic resource has in state, only those remain that the lifecycle has
 * noted there itself.
 */
export function received(definition: Definition, message: Struct | undefined, call: Options): Values {
  const secrets: Path[] = [];
  const { [PROVIDER_KEY]: _, ...values } = plain(message?.toJavaScript() ?? {}, [], secrets) as Values;
  // What is always secret needs no mark.
  const always = [...secretOutputs(definition), SERVER_VALUES];
  const marks = secrets.filter(([name = ""]) => !always.includes(name));
  const options: Options = { ...notedOptions(values), ...call, ...(marks.length > 0 ? { secrets: marks } : {}) };
  return { ...unpacked(values), [OPTIONS]: options };
}

/** The inputs of a function, or of a provider; `secrets` are those that are marked. */
export function receivedArguments(message: Struct | undefined): { values: Values; secrets: unknown[] } {
  const marks: Path[] = [];
  const values = plain(message?.toJavaScript() ?? {}, [], marks) as Values;
  return { values, secrets: marks.map((path) => valueAt(values, path)) };
}

function plain(value: unknown, path: Path, secrets: Path[]): unknown {
  if (UNKNOWNS.has(value)) return UNKNOWN;
  if (Array.isArray(value)) return value.map((item) => plain(item, [...path, EACH_MEMBER], secrets));
  if (typeof value !== "object" || value === null) return value;
  if (isSecretMark(value)) {
    secrets.push(path);
    return plain((value as Values).value, path, secrets);
  }
  // An asset.
  if (SIGNATURE_KEY in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, plain(member, [...path, name], secrets)]),
  );
}

/**
 * A message with these inputs or this state, in which all secrets are marked.
 * @param marked the values with the marks, if not `values`
 */
export function sent(definition: Definition, values: Values, ...marked: readonly Values[]): Struct {
  const { [OPTIONS]: _, ...own } = values;
  const noted = notedOptions(values);
  const all = Object.keys(noted).length > 0 ? { ...own, [OPTIONS]: noted } : own;
  return Struct.fromJavaScript(markedForEngine(definition, all, values, ...marked) as Record<string, JavaScriptValue>);
}

/** The result of a function, in which everything is marked as secret, or nothing. */
export function sentResult(values: Values, isSecret: boolean): Struct {
  const all = toEngine(values);
  const marked = Object.entries(all).map(([name, value]) => [name, isSecret ? asSecret(value) : value]);
  return Struct.fromJavaScript(Object.fromEntries(marked) as Record<string, JavaScriptValue>);
}
