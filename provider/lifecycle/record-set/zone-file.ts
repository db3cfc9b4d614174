import { isDeepStrictEqual } from "node:util";
import { CloudError, isCloudFailure } from "../../api/errors";
import type { Failure } from "../../definition/types";
import { UNKNOWN, isUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { domainRecord, relativeName } from "../../resources/domain-record";
import { isOfZone, parseZoneFile } from "../../zone-file/records";
import { inLines, remarksIn, remarksOn, withoutText } from "../../zone-file/remarks";
import { previewLimits } from "../catalogue";
import { parentObject } from "../identity";
import type { OldAndNewInputs } from "../object";
import {
  OPTIONS,
  isIgnored,
  isPathUnknown,
  nameKey,
  optionsOf,
  parentCollection,
  parentPath,
  withDerived,
} from "../state";
import { willFail } from "../wording";
import type { SetCall } from "./records";

/** A set's inputs, with the records of its zone file instead of the file. */
interface Expanded {
  readonly args: Values;
  /** What is wrong with the file itself. */
  readonly failures: readonly Failure[];
  /** A message, in which records of the file have its line instead of an index. */
  readonly named: (text: string) => string;
}

/** Replaces `zoneFile` with its records, so that a file that is only written differently is no change. */
export function withZoneFile({ olds, news }: OldAndNewInputs): Expanded {
  const { zoneFile: file, ...others } = news;
  const { records = [] } = others;
  const asIs = (args: Values): Expanded => ({ args, failures: [], named: (message) => message });
  if (file !== UNKNOWN && typeof file !== "string") return asIs(news);
  const options = withDerived(optionsOf(news), "zoneFile", ["records"], [OPTIONS, "readFor"]);
  // With `ignoreChanges`, which the engine may not pass to a check, these are all records in the state, those of the file included.
  const isKept = optionsOf(olds).readFor !== undefined && isDeepStrictEqual(records, olds.records);
  if (isKept || (isIgnored(news, "records") && Array.isArray(olds.records)))
    return asIs({ ...others, [OPTIONS]: options });
  if (file === UNKNOWN || !Array.isArray(records)) {
    return asIs({ ...others, records: UNKNOWN, [OPTIONS]: options });
  }
  const read = parseZoneFile(file, options.readFor);
  const parsed = isMarked(news, "zoneFile") ? withoutText(read) : read;
  const remarks = remarksOn(parsed, "set");
  const noted = {
    ...options,
    ...(parsed.zone !== undefined && { readFor: parsed.zone }),
    ...(remarks && { remarks }),
  };
  return {
    args: { ...others, records: [...(records as unknown[]), ...parsed.records], [OPTIONS]: noted },
    failures: remarksIn(parsed.problems).map((reason) => ({ path: "zoneFile", reason })),
    named: (message) => inLines(message, records.length, parsed.lines),
  };
}

/** Why the set must not change: without a file of the state, the engine omits one whose changes are ignored. */
export function unusableOption(args: Values, state: Values): string | undefined {
  const isUsed = optionsOf(state).readFor !== undefined && optionsOf(args).ignoreChanges?.includes("zoneFile");
  return isUsed
    ? 'zoneFile cannot be in ignoreChanges, because the state has its records instead: "records" ignores changes of both'
    : undefined;
}

/** The file of each set that this run has checked, by URN. */
const filesByUrn = () => new Map<string, { readonly own: number; readonly text: string }>();

/** A message about the records of a checked set, in which those of its file have their line. */
export function inFile({ args, context }: SetCall, message: string): string {
  const { urn = "", readFor } = optionsOf(args);
  const file = context.memory.of(filesByUrn).get(urn);
  return file ? inLines(message, file.own, parseZoneFile(file.text, readFor).lines) : message;
}

function rememberFile({ args, context: { memory } }: SetCall, text: string): void {
  memory.of(filesByUrn).set(optionsOf(args).urn ?? "", { own: args.records?.length ?? 0, text });
}

/** Whether the whole input is secret. */
export function isMarked(values: Values, input: string): boolean {
  return optionsOf(values).secrets?.some(([name, ...rest]) => name === input && rest.length === 0) ?? false;
}

/** Adds the name of the domain, which is the zone of the file, as far as it is known. Sends no request for a file that fits the last check's. */
export async function identifyZone(call: SetCall, olds: Values): Promise<Values> {
  const { args, context } = call;
  const { zoneFile: file, domainId } = args;
  if (typeof file !== "string") return args;
  rememberFile(call, file);
  if (isPathUnknown(call)) {
    foresee(call, file);
    return args;
  }
  const { readFor } = optionsOf(olds);
  const isAsBefore = readFor !== undefined && String(olds.domainId) === String(domainId) && isOfZone(file, readFor);
  const zone = await declaredName(call, () => (isAsBefore ? readFor : readName(call)));
  const domain = context.memory.program.declaredAt(parentPath(domainRecord, args)) ?? {};
  const { secrets = [], ...others } = optionsOf(args);
  // What a file says of a domain with a secret name is as secret.
  const marks = isMarked(domain, "domain") ? [...secrets, ["zoneFile"]] : secrets;
  const options = { ...others, ...(marks.length > 0 && { secrets: marks }) };
  return { ...args, [OPTIONS]: { ...options, ...(zone !== undefined && { readFor: zone }) } };
}

/** A domain without an ID is still to be created, so it has a name that the program declares. */
function foresee({ args, context }: SetCall, file: string): void {
  const { zone } = parseZoneFile(file);
  if (zone === undefined || context.memory.program.isNamed(nameKey(parentCollection(domainRecord), [zone]))) return;
  const named = isMarked(args, "zoneFile") ? "" : ` (${zone})`;
  context.warn(`zoneFile: ${willFail(`no domain of the program has the name of the file's zone${named}`, false)}.`);
}

type Found = string | undefined;

/** The name that the program declares for the domain, which this update may change; otherwise what is found elsewhere. */
function declaredName({ args, context }: SetCall, elsewhere: () => Found | Promise<Found>): Found | Promise<Found> {
  const declared = context.memory.program.declaredAt(parentPath(domainRecord, args));
  if (isUnset(declared)) return elsewhere();
  return typeof declared.domain === "string" ? declared.domain : undefined;
}

/** The name that the API shows. Without one, the update confirms the zone that the file names. */
async function readName(call: SetCall): Promise<Found> {
  const { context } = call;
  if (context.problem !== undefined) return undefined;
  try {
    return String((await parentObject(call, previewLimits(context))).domain);
  } catch (error) {
    if (!isCloudFailure(error)) throw error;
    return undefined;
  }
}

/**
 * Before the first write: the records of a file are those of a zone.
 * @throws CloudError if the domain has another name by now
 */
export async function confirmZone(call: SetCall): Promise<void> {
  const { readFor } = optionsOf(call.args);
  if (readFor === undefined) return;
  const name = await declaredName(call, async () => String((await parentObject(call)).domain));
  if (name === undefined || relativeName(name, readFor) === "") return;
  throw new CloudError(
    `The zone file is of the zone ${readFor}, and the domain is ${name}. Nothing was changed. Use the file of ${name}, or the ID of ${readFor}.`,
  );
}
