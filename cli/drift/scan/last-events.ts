import { CloudError, isNotFound } from "../../../provider/api/errors";
import { wireFor } from "../../../provider/api/wire";
import { parentPath, locate, parseId } from "../../../provider/lifecycle/state";
import { namesInPath } from "../../../provider/definition/definition";
import type { Values } from "../../../provider/definition/values";
import { kinds } from "../../../provider/resources/registry";
import type { OpenAccount } from "../../account/account";
import type { Finding, FindingState, LastEvent } from "../report";
import { kindOf } from "../../state/kind-of";
import { isForbidden } from "../../account/forbidden";

/** Maximum number of events per request. */
const NEWEST = 500;

interface EventSources {
  readonly account: OpenAccount;
  /** When the resource with this URN was last recorded. Earlier events are not drift. */
  readonly recordedAt: (urn: string) => number | undefined;
  /** Called if an accessible event log could not be read; the findings then have no last event. */
  readonly warn: (message: string) => void;
}

/** Adds the last event of the resource to each finding, if it is among the newest events of the account. */
export async function withLastEvents(
  findings: readonly Finding[],
  { account, recordedAt, warn }: EventSources,
): Promise<readonly Finding[]> {
  if (!findings.some(isAboutChange)) return findings;
  const events = eventsByPath(await newestEvents(account, warn));
  return findings.map((found) => {
    const event = isAboutChange(found) ? eventOf(found, account, events) : undefined;
    const since = found.resource && recordedAt(found.resource.urn);
    return event && isSince(event, since) ? { ...found, lastEvent: event } : found;
  });
}

/** Allows one second, because the times of events are whole seconds. */
function isSince({ when }: LastEvent, recordedAt = -Infinity): boolean {
  return Date.parse(when) + 1000 > recordedAt;
}

function isAboutChange({ state }: Finding): boolean {
  return state !== "unchecked";
}

/** Newest first. Empty if the API has no event log, or if it cannot be read. */
async function newestEvents(account: OpenAccount, warn: (message: string) => void): Promise<readonly Values[]> {
  const [anyKind] = kinds;
  if (!anyKind) return [];
  try {
    return await account.on(anyKind, async (_, { send }) => {
      const { data } = await send({ method: "GET", path: "/account/events", query: { page_size: NEWEST } });
      return Array.isArray(data) ? (data as readonly Values[]) : [];
    });
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    if (!isForbidden(error) && !isNotFound(error))
      warn(`Could not read the event log, so findings show no last event: ${error.message}`);
    return [];
  }
}

/** Events by API path, newest first. Those of records are under the path of the zone's records. */
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

/** Record events do not identify the record, so only an event that fits the state of the finding is shown. */
const FITTING: Readonly<Record<FindingState, RegExp | undefined>> = {
  modified: /_updated?$/,
  deleted: /_delete$/,
  unmanaged: /_create$/,
  unhealthy: undefined,
  unchecked: undefined,
};

/** For an unmanaged resource, who created it is more useful than later events. `disk_imagize` is an event of the instance. */
const ORIGIN = /_(create|import|clone|upload|imagize)$/;

/** Maximum difference between the times of a creation and of its event. */
const SLACK_MS = 5_000;

/** Whether the event is from the time of the unmanaged resource's creation. Always true for other states. */
function isOfTime({ state, created = "" }: Finding, { when }: LastEvent): boolean {
  return state !== "unmanaged" || Math.abs(Date.parse(when) - Date.parse(`${created.replace(/Z$/, "")}Z`)) <= SLACK_MS;
}

/** The event that created the resource. If the creation time is known, the event must match it. */
function originIn(events: readonly LastEvent[], found: Finding): LastEvent | undefined {
  const origins = events.filter(({ action }) => ORIGIN.test(action));
  return found.created === undefined ? origins.at(-1) : origins.find((event) => isOfTime(found, event));
}

function eventOf(
  found: Finding,
  { settings: { brand } }: OpenAccount,
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
