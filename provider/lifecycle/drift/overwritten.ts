import { isDeepStrictEqual } from "node:util";
import { isCloudFailure } from "../../api/errors";
import { recordsOf, secretOutputs } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import { hasUnknown, isObject, isUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { unlessUnread } from "../identity";
import type { Read } from "../object";
import { argsOf, fingerprintOf, optionsOf } from "../state";
import { capitalize, commaList, excerpts, sentence, willFail } from "../wording";
import { deviationsOf, readInAccount } from "./inspect";
import type { Comparison, Deviation, InspectedCall } from "./inspect";
import { eventText, lastEventOf } from "./last-events";
import { eventsOfRun, readingLists } from "./live-lists";

/** A resource that a preview shows as changed. */
interface PreviewedCall extends InspectedCall {
  readonly isReplaced: boolean;
}

/** An input, or a part of one, and its values. */
interface Overwritten {
  readonly name: string;
  readonly path: string;
  readonly inState: unknown;
  readonly live: unknown;
  readonly inProgram: unknown;
  readonly isSecret?: boolean;
}

/** Maximum length of a value in a warning. */
const LONGEST_VALUE = 80;

/** Failures that a warning has named: those of a list concern all resources in it. */
const named = new WeakSet<Error>();

/** For the preview of an update or a replacement: warnings about the out-of-band changes that it would overwrite, and those that it leaves. */
export async function previewOverwritten(call: PreviewedCall, comparison: Comparison): Promise<readonly string[]> {
  const { definition, recorded, context } = call;
  const subject = `${definition.noun} ${recorded.id}`;
  try {
    const live = await readInAccount({ ...call, context: readingLists(context) }, comparison);
    if (live === undefined) return [await goneWarning(call, subject)];
    const found = overwritten(call, live, comparison);
    if (found.length === 0) return [];
    const event = await eventSentence(call, "modified");
    const { leaves = [] } = call.isReplaced ? {} : comparison.diff(call, recorded, live.state);
    const said = (isLeft: boolean, before: string, after: string): string[] => {
      const changes = new Set(found.filter(({ name }) => leaves.includes(name) === isLeft).map(inWords));
      return changes.size > 0 ? [`${before}: ${commaList([...changes], "; ")}.${event} ${after}`] : [];
    };
    return [
      ...said(
        false,
        "`pulumi up` would overwrite out-of-band changes",
        "To keep a live value, declare it in the program.",
      ),
      ...said(true, "Changed out of band, and not undone by this update", "To undo it, run `pulumi up --refresh`."),
    ];
  } catch (error) {
    if (!isCloudFailure(error)) throw error;
    if (named.has(error)) return [];
    named.add(error);
    return [`Could not check what \`pulumi up\` would overwrite. Cause: ${sentence(error)}`];
  }
}

async function goneWarning(call: PreviewedCall, subject: string): Promise<string> {
  const event = await eventSentence(call, "deleted");
  if (call.isReplaced) return `${capitalize(subject)} no longer exists; \`pulumi up\` recreates it.${event}`;
  return `${willFail(`${subject} no longer exists.`)}${event} To recreate it, run \`pulumi up --refresh\`.`;
}

/** Who changed it and when, if the API keeps events. */
async function eventSentence({ definition, recorded: { id }, context }: PreviewedCall, state: string): Promise<string> {
  const [text = ""] = await unlessUnread(async () => {
    const events = await eventsOfRun(readingLists(context));
    const event = lastEventOf({ definition, id, state, onlyFitting: true }, context.address.brand, events);
    return event ? [` ${capitalize(eventText(event))}.`] : [];
  });
  return text;
}

/** What differs between state and live object, and between live object and program. */
function overwritten(call: PreviewedCall, live: Read, comparison: Comparison): Overwritten[] {
  const { definition, args, recorded } = call;
  const { state } = recorded;
  const wanted = deviationsOf(call, live, comparison);
  // Also inputs that the program has not declared before: the state has their values as outputs.
  const before = { ...Object.fromEntries(wanted.map(({ name }) => [name, state[name]])), ...argsOf(state) };
  const drifted = deviationsOf({ ...call, args: before }, live, comparison);
  const members = recordsOf(definition);
  return wanted.flatMap((one) => {
    const drift = drifted.find((other) => areOfSame(one, other));
    // The preview lists the undeclared members that a set deletes anyway.
    if (!drift || (members && drift.expected === undefined)) return [];
    const { name, path } = one;
    const isSecret = [args, state].some((values) => hasSecretIn(definition, values, name));
    const whole = { name, path, inState: drift.expected, live: drift.actual, inProgram: one.expected };
    return isSecret ? [{ ...whole, path: name, isSecret }] : partsOf(whole, members);
  });
}

/** Whether the program's deviation is about the same part of the live object as the drift; of what is missing there, only the path is known. */
function areOfSame(wanted: Deviation, drift: Deviation): boolean {
  if (wanted.name !== drift.name) return false;
  return drift.actual === undefined ? wanted.path === drift.path : wanted.actual === drift.actual;
}

/** Whether the input, or anything in it, is secret. */
function hasSecretIn(definition: Definition, values: Values, name: string): boolean {
  return (
    secretOutputs(definition).includes(name) || (optionsOf(values).secrets ?? []).some(([first]) => first === name)
  );
}

/** The members that the update would overwrite, if it is about an object: those of an input that the program does not name stay. */
function partsOf(whole: Overwritten, members: Definition | undefined): Overwritten[] {
  const { path, inState, live, inProgram } = whole;
  if (!isObject(inState) || !isObject(live) || !isObject(inProgram)) return [whole];
  const form = (value: Values): Values => (members ? fingerprintOf(members, value) : value);
  const [before, now, after] = [form(inState), form(live), form(inProgram)];
  return Object.keys(after)
    .filter((name) => !isDeepStrictEqual(before[name], now[name]) && !isDeepStrictEqual(now[name], after[name]))
    .map((name) => {
      const values = { inState: inState[name], live: live[name], inProgram: inProgram[name] };
      return { ...whole, ...values, path: `${path}.${name}` };
    });
}

function inWords({ path, inState, live, inProgram, isSecret }: Overwritten): string {
  if (isSecret) return `${path} (secret)`;
  const [before, now, after] = excerpts([inState, live, inProgram].map(valueText), LONGEST_VALUE);
  return `${path}: ${before} in state, ${now} live, ${after} in the program`;
}

function valueText(value: unknown): string {
  if (hasUnknown(value)) return "not known yet";
  return isUnset(value) ? "none" : JSON.stringify(value);
}
