import { CloudError, isNotFound } from "../../../provider/api/errors";
import { wireFor } from "../../../provider/api/wire";
import { parentPath, locate, parseId } from "../../../provider/lifecycle/state";
import { namesInPath } from "../../../provider/definition/path";
import type { Values } from "../../../provider/definition/values";
import { kinds } from "../../../provider/resources/registry";
import type { Account } from "../../account/account";
import type { Finding, FindingState, LastEvent } from "../report";
import { kindOf } from "../../state/kind-of";
import { isRefused } from "../../account/refused";

/** As many events as one request can get. */
const NEWEST = 500;

/** What the events are taken from. */
interface Sources {
  readonly account: Account;
  /** When the resource with this URN was recorded: what happened before that is no drift. */
  readonly recordedAt: (urn: string) => number | undefined;
  /** Called when the service has a log of events that could not be read; the findings stay as they are then. */
  readonly warn: (message: string) => void;
}

/** Adds to each finding the last event of its object, as far as the newest events of the account name one. */
export async function withLastEvents(
  findings: readonly Finding[],
  { account, recordedAt, warn }: Sources,
): Promise<readonly Finding[]> {
  if (!findings.some(isAboutChange)) return findings;
  const events = eventsByPath(await newestEvents(account, warn));
  return findings.map((found) => {
    const event = isAboutChange(found) ? eventOf(found, account, events) : undefined;
    const since = found.resource && recordedAt(found.resource.urn);
    return event && isSince(event, since) ? { ...found, lastEvent: event } : found;
  });
}

/** Events have whole seconds. */
function isSince({ when }: LastEvent, recordedAt = -Infinity): boolean {
  return Date.parse(when) + 1000 > recordedAt;
}

function isAboutChange({ state }: Finding): boolean {
  return state !== "unchecked";
}

/** The newest first; none where the service has no such log, or the token may not see it. */
async function newestEvents(account: Account, warn: (message: string) => void): Promise<readonly Values[]> {
  const [anyKind] = kinds;
  if (!anyKind) return [];
  try {
    return await account.on(anyKind, async (_, { send }) => {
      const { data } = await send({ method: "GET", path: "/account/events", query: { page_size: NEWEST } });
      return Array.isArray(data) ? (data as readonly Values[]) : [];
    });
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    if (!isRefused(error) && !isNotFound(error))
      warn(`Could not read the event log, so findings show no last event: ${error.message}`);
    return [];
  }
}

/** The events of each object, the newest first, by the path in its address; of records, by that of the zone. */
function eventsByPath(events: readonly Values[]): ReadonlyMap<string, readonly LastEvent[]> {
  const byPath = new Map<string, LastEvent[]>();
  for (const { entity, username, created, action } of events) {
    const url = typeof entity === "object" && entity !== null ? (entity as Values).url : undefined;
    if (typeof url !== "string" || typeof username !== "string" || typeof action !== "string") continue;
    const when = `${String(created).replace(/Z$/, "")}Z`;
    const path = `${url.replace(/^\/v\d+\w*/, "")}${action.includes("record") ? RECORDS : ""}`;
    const known = byPath.get(path) ?? [];
    known.push({ who: username, when, action });
    byPath.set(path, known);
  }
  return byPath;
}

const RECORDS = "/records";

/** The events of a zone do not say which record they are about: only one that fits the finding is worth naming. */
const FITTING: Readonly<Record<FindingState, RegExp | undefined>> = {
  modified: /_updated?$/,
  deleted: /_delete$/,
  unmanaged: /_create$/,
  unhealthy: undefined,
  unchecked: undefined,
};

/** Who made an object that nobody manages says more than what came after. An image of a disk is an event of the instance. */
const ORIGIN = /_(create|import|clone|upload|imagize)$/;

/** How far the event and the object of one creation may lie apart. */
const SLACK_MS = 5_000;

/** Of several new records, each has the event of its own creation. */
function isOfTime({ state, created = "" }: Finding, { when }: LastEvent): boolean {
  return state !== "unmanaged" || Math.abs(Date.parse(when) - Date.parse(`${created.replace(/Z$/, "")}Z`)) <= SLACK_MS;
}

/** What made the object; where it shows when it was made, only what happened then. */
function originIn(events: readonly LastEvent[], found: Finding): LastEvent | undefined {
  const origins = events.filter(({ action }) => ORIGIN.test(action));
  return found.created === undefined ? origins.at(-1) : origins.find((event) => isOfTime(found, event));
}

function eventOf(
  found: Finding,
  { settings: { brand } }: Account,
  events: ReadonlyMap<string, readonly LastEvent[]>,
): LastEvent | undefined {
  const definition = kindOf(found);
  if (!definition) return undefined;
  const { id, state } = found;
  const wire = wireFor(brand);
  const isInParent = namesInPath(definition.collection).length > 0;
  if (!isInParent) {
    const own = events.get(wire.path(locate(definition, id).path)) ?? [];
    return state === "unmanaged" ? originIn(own, found) : own[0];
  }
  const inParent = events.get(`${wire.path(parentPath(definition, parseId(definition, id).args))}${RECORDS}`);
  const event = inParent?.find((one) => FITTING[state]?.test(one.action) && isOfTime(found, one));
  return event && { ...event, isOfParent: true };
}
