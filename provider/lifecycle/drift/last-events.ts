import type { Send } from "../../api/client";
import { wireFor } from "../../api/wire";
import { namesInPath } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { parentPath, parseId, pathOf } from "../state";

/** The last event of the resource in the API's event log. It is not necessarily the change that was found. */
export interface LastEvent {
  readonly who: string;
  /** ISO 8601, UTC. */
  readonly when: string;
  /** The API's name of the action: `linode_update`. */
  readonly action: string;
  /** The event names only the containing resource: for a record, its zone. */
  readonly isOfParent?: true;
}

/** By API path, newest first. Those of records, which name only the zone, are apart from its own. */
export type EventsByPath = ReadonlyMap<string, readonly LastEvent[]>;

/** What was found about a resource. */
interface Found {
  readonly definition: Definition;
  readonly id: string;
  /** `modified`, `deleted` or `unmanaged`; for any other state, only an event of the resource itself is found. */
  readonly state: string;
  /** Skips events that cannot be the change, such as a boot. */
  readonly onlyFitting?: true;
  /** Of an unmanaged resource: the creation time, as the API returns it. */
  readonly created?: string | undefined;
}

/** Maximum number of events per request. */
const NEWEST = 500;

/** Reads the newest events of the account, with one request. */
export async function newestEvents(send: Send): Promise<EventsByPath> {
  const { data } = await send({ method: "GET", path: "/account/events", query: { page_size: NEWEST } });
  return eventsByPath(Array.isArray(data) ? (data as readonly Values[]) : []);
}

function eventsByPath(events: readonly Values[]): EventsByPath {
  const byPath = new Map<string, LastEvent[]>();
  for (const { entity, username, created, action } of events) {
    const url = typeof entity === "object" && entity !== null ? (entity as Values).url : undefined;
    if (typeof url !== "string" || typeof username !== "string" || typeof action !== "string") continue;
    const when = `${String(created).replace(/Z$/, "")}Z`;
    const path = `${url.replace(/^\/v\d+\w*/, "")}${action.includes("record") ? OF_RECORDS : ""}`;
    const known = byPath.get(path) ?? [];
    known.push({ who: username, when, action });
    byPath.set(path, known);
  }
  return byPath;
}

/** Marks the path of a zone, for the events of its records. */
const OF_RECORDS = " of records";

/** Events that fit what was found. Those of records do not identify the record, so no other is shown for it. */
const FITTING: Readonly<Partial<Record<string, RegExp>>> = {
  modified: /_(updated?|resize|rebuild)$/,
  deleted: /_delete$/,
  unmanaged: /_create$/,
};

/** For an unmanaged resource, who created it is more useful than later events. `disk_imagize` is an event of the instance. */
const ORIGIN = /_(create|import|clone|upload|imagize)$/;

/** Maximum difference between the times of a creation and of its event. */
const SLACK_MS = 5_000;

/** Whether the event is from the time of the unmanaged resource's creation. Always true for other states. */
function isOfTime({ state, created = "" }: Found, { when }: LastEvent): boolean {
  return state !== "unmanaged" || Math.abs(Date.parse(when) - Date.parse(`${created.replace(/Z$/, "")}Z`)) <= SLACK_MS;
}

/** The event that created the resource. If the creation time is known, the event must match it. */
function originIn(events: readonly LastEvent[], found: Found): LastEvent | undefined {
  const origins = events.filter(({ action }) => ORIGIN.test(action));
  return found.created === undefined ? origins.at(-1) : origins.find((event) => isOfTime(found, event));
}

/** The last event of the resource, if it is among these. */
export function lastEventOf(found: Found, brand: string, events: EventsByPath): LastEvent | undefined {
  const { definition, id, state, onlyFitting } = found;
  const wire = wireFor(brand);
  const isInParent = namesInPath(definition.collection).length > 0;
  if (!isInParent) {
    const own = events.get(wire.path(pathOf(definition, id))) ?? [];
    if (state === "unmanaged") return originIn(own, found);
    return own.find(({ action }) => !onlyFitting || FITTING[state]?.test(action));
  }
  const inParent = events.get(`${wire.path(parentPath(definition, parseId(definition, id).args))}${OF_RECORDS}`);
  const event = inParent?.find((one) => FITTING[state]?.test(one.action) && isOfTime(found, one));
  return event && { ...event, isOfParent: true };
}

/** `last event: domain_update by j.doe, 2026-11-21 22:41 UTC`; not necessarily the change that was found. */
export function eventText({ who, when, action, isOfParent }: LastEvent): string {
  return `${eventTitle(isOfParent)}: ${action} by ${who}, ${timeText(when)}`;
}

export function eventTitle(isOfParent: LastEvent["isOfParent"]): string {
  return isOfParent ? "last event in its zone" : "last event";
}

/** `2026-11-21 22:41 UTC`. Returns any other text unchanged. */
export function timeText(iso: string): string {
  return iso.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/s, "$1 $2 UTC");
}
