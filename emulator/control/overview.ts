import type { Faults } from "../http/faults";
import type { RequestLog } from "../http/request-log";
import type { JobRow } from "../state/progress";
import type { Shown } from "../service";
import type { Row } from "../state/table";
import type { JsonObject } from "../json";
import { isObject } from "../json";
import type { World } from "../world";

/** Maximum number of resources listed per type, newest first. */
const ROWS = 50;

/** Maximum number of jobs listed, soonest due first. */
const JOBS = 50;

/** Maximum number of requests listed, latest first. */
const REQUESTS = 50;

/** Maximum number of fault rules listed, latest first. */
const FAULTS = 50;

/** Longer texts are truncated, and longer values cannot be edited on the dashboard. */
const LONGEST_TEXT = 200;

/** The state, and the kinds of objects in it that are shown. */
export interface Contents {
  readonly world: World;
  readonly kinds: readonly Shown[];
}

/** Resources by type: total counts, and the newest resources that contain the search text. */
export function resources({ world, kinds }: Contents, find: string): JsonObject[] {
  const wanted = find.trim().toLowerCase();
  const top = kinds.filter(({ nested }) => nested !== true);
  return top.map((shown) => section({ world, kinds }, shown, world.store.table(shown.kind).all(), wanted));
}

/** The jobs in progress, each with its next step. */
export function jobs({ world, kinds }: Contents): JsonObject[] {
  const listed: JsonObject[] = [];
  for (const job of world.progress.upcoming()) {
    if (listed.length === JOBS) break;
    listed.push({ id: job.id, subject: job.subject, title: titleOf({ world, kinds }, job), ...progressOf(world, job) });
  }
  return listed;
}

/** The latest requests, without their bodies. */
export function loggedRequests(log: RequestLog): JsonObject {
  const latest = log.latest(REQUESTS).map(({ n, at, method, path, query, status, fault }) => {
    const target = cut(query === undefined ? path : `${path}?${query}`);
    return { n, at, method, target, status, fault: fault ?? null };
  });
  return { total: log.count, latest };
}

/** The latest fault rules, without the bodies and headers that they define. */
export function faultRules(faults: Faults): JsonObject[] {
  const latest = faults.list().slice(-FAULTS).reverse();
  return latest.map(({ id, method, path, nth = 1, times = 1, effect, matched, fired }) => {
    const { kind, ...details } = effect;
    const number = "status" in details ? details.status : "ms" in details ? details.ms : null;
    return { id, method: method ?? null, path: cut(path), nth, times, effect: kind, number, matched, fired };
  });
}

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

function section(contents: Contents, shown: Shown, rows: Iterable<Row>, wanted: string): JsonObject {
  const statuses = new Map<string, number>();
  let newest: Row[] = [];
  let [total, found] = [0, 0];
  for (const row of rows) {
    total += 1;
    const status = shown.status?.(row);
    if (status !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (wanted !== "" && !contains(contents.world, shown, row, wanted)) continue;
    found += 1;
    newest.push(row);
    // Trimming in batches keeps the cost per row constant.
    if (newest.length === 20 * ROWS) newest = newest.slice(-ROWS);
  }
  return {
    kind: shown.kind.table,
    heading: shown.heading,
    noun: shown.kind.noun,
    control: shown.outOfBand !== undefined,
    pokes: shown.outOfBand?.buttons ?? {},
    facts: Object.keys(shown.facts),
    total,
    found,
    statuses: Object.fromEntries(statuses),
    rows: newest
      .slice(-ROWS)
      .reverse()
      .map((row) => view(contents, shown, row)),
  };
}

function view({ world, kinds }: Contents, shown: Shown, row: Row): JsonObject {
  const job = world.progress.jobsOn(shown.kind.noun, row.id)[0];
  const inside = kinds.filter(({ nested, kind }) => nested === true && kind.of?.kind === shown.kind);
  return {
    id: row.id,
    title: cut(shown.title(row, world)),
    status: shown.status?.(row) ?? null,
    facts: Object.keys(shown.facts).map((name) => cut(factOf(world, shown, row, name))),
    job: job === undefined ? null : progressOf(world, job),
    edit: editable(shown, row),
    nested: inside.map((below) =>
      section({ world, kinds }, below, world.store.table(below.kind).by(below.kind.of?.index ?? "", row.id), ""),
    ),
  };
}

/** Whether a displayed value of a resource contains the lowercase text. Returns early, because it runs for every row. */
function contains(world: World, shown: Shown, row: Row, wanted: string): boolean {
  const holds = (text: string): boolean => text.toLowerCase().includes(wanted);
  if (holds(shown.title(row, world)) || holds(String(row.id)) || holds(shown.status?.(row) ?? "")) return true;
  for (const name in shown.facts) if (holds(factOf(world, shown, row, name))) return true;
  return false;
}

function factOf(world: World, shown: Shown, row: Row, name: string): string {
  const value = shown.facts[name]?.(row, world) ?? "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** The editable fields with their values, except values that are too long. */
function editable(shown: Shown, row: Row): JsonObject {
  const fields = new Map<string, unknown>(Object.entries(row));
  const edit = (shown.outOfBand?.edit ?? []).map((name): [string, unknown] => [name, fields.get(name) ?? null]);
  return Object.fromEntries(edit.filter(([, value]) => JSON.stringify(value).length <= LONGEST_TEXT));
}

/** A job's action and next step. Of the step's data, only the status is included. */
function progressOf(world: World, { action, steps: [step] }: JobRow): JsonObject {
  const status = isObject(step?.data) ? step.data["status"] : undefined;
  return {
    action,
    next: typeof status === "string" ? status : null,
    inMs: Math.max(0, (step?.due ?? 0) - world.clock.now()),
  };
}

function titleOf({ world, kinds }: Contents, { subject }: JobRow): string | null {
  const [, noun = "", id] = /^(.*)\/(\d+)$/.exec(subject) ?? [];
  const shown = kinds.find(({ kind }) => kind.noun === noun);
  const row = world.store.find(noun, Number(id));
  return shown === undefined || row === undefined ? null : cut(shown.title(row, world));
}
