import type { Faults } from "../http/faults";
import type { RequestLog } from "../http/request-log";
import type { JobRow } from "../state/rows/jobs";
import type { ShownKind } from "./shown-kinds";
import { SHOWN_KINDS } from "./shown-kinds";
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

const ALL_KINDS = SHOWN_KINDS.flatMap((kind) => [kind, ...(kind.nested ?? []).map((below) => below.kind)]);

/** Resources by type: total counts, and the newest resources that contain the search text. */
export function resources(world: World, find: string): JsonObject[] {
  const wanted = find.trim().toLowerCase();
  return SHOWN_KINDS.map((kind) => section(world, kind, world.tables[kind.table].all() as Iterable<Row>, wanted));
}

/** The jobs in progress, each with its next step. */
export function jobs(world: World): JsonObject[] {
  const listed: JsonObject[] = [];
  for (const job of world.progress.upcoming()) {
    if (listed.length === JOBS) break;
    listed.push({ id: job.id, subject: job.subject, title: titleOf(world, job), ...progressOf(world, job) });
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

function section(world: World, kind: ShownKind, rows: Iterable<Row>, wanted: string): JsonObject {
  const statuses = new Map<string, number>();
  let newest: Row[] = [];
  let [total, found] = [0, 0];
  for (const row of rows) {
    total += 1;
    const status = kind.status?.(row);
    if (status !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (wanted !== "" && !contains(world, kind, row, wanted)) continue;
    found += 1;
    newest.push(row);
    // Trimming in batches keeps the cost per row constant.
    if (newest.length === 20 * ROWS) newest = newest.slice(-ROWS);
  }
  const { table, heading, noun, control, pokes = {} } = kind;
  const shown = newest.slice(-ROWS).reverse();
  return {
    kind: table,
    heading,
    noun,
    control,
    pokes: control ? pokes : {},
    facts: Object.keys(kind.facts),
    total,
    found,
    statuses: Object.fromEntries(statuses),
    rows: shown.map((row) => view(world, kind, row)),
  };
}

function view(world: World, kind: ShownKind, row: Row): JsonObject {
  const job = world.progress.jobsOn(kind.noun, row.id)[0];
  return {
    id: row.id,
    title: cut(kind.title(row, world)),
    status: kind.status?.(row) ?? null,
    facts: Object.keys(kind.facts).map((name) => cut(factOf(world, kind, row, name))),
    job: job === undefined ? null : progressOf(world, job),
    edit: editable(kind, row),
    nested: (kind.nested ?? []).map(({ kind: below, index }) =>
      section(world, below, world.tables[below.table].by(index, row.id), ""),
    ),
  };
}

/** Whether a displayed value of a resource contains the lowercase text. Returns early, because it runs for every row. */
function contains(world: World, kind: ShownKind, row: Row, wanted: string): boolean {
  const holds = (text: string): boolean => text.toLowerCase().includes(wanted);
  if (holds(kind.title(row, world)) || holds(String(row.id)) || holds(kind.status?.(row) ?? "")) return true;
  for (const name in kind.facts) if (holds(factOf(world, kind, row, name))) return true;
  return false;
}

function factOf(world: World, kind: ShownKind, row: Row, name: string): string {
  const value = kind.facts[name]?.(row, world) ?? "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** The editable fields with their values, except values that are too long. */
function editable(kind: ShownKind, row: Row): JsonObject {
  const fields = new Map<string, unknown>(Object.entries(row));
  const shown = (kind.edit ?? []).map((name): [string, unknown] => [name, fields.get(name) ?? null]);
  return Object.fromEntries(shown.filter(([, value]) => JSON.stringify(value).length <= LONGEST_TEXT));
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

function titleOf(world: World, { subject }: JobRow): string | null {
  const [noun, id] = subject.split("/");
  const kind = ALL_KINDS.find((known) => known.noun === noun);
  const row = kind === undefined ? undefined : (world.tables[kind.table].get(Number(id)) as Row | undefined);
  return kind === undefined || row === undefined ? null : cut(kind.title(row, world));
}
