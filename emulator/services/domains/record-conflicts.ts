import type { Problems } from "../../interface/errors";
import type { DomainRow, RecordRow } from "./rows";
import { recordNameKey, records } from "./rows";
import type { World } from "../../world";
import { isNullMx } from "./record-targets";

/** The fields that decide whether records can coexist. */
type Neighbour = Pick<RecordRow, "type" | "name" | "target" | "priority" | "tag">;

/** Adds a problem if a record conflicts with another of the domain. The documents have no such rule. */
export function checkConflicts(
  world: World,
  domain: DomainRow,
  record: Neighbour,
  problems: Problems,
  ownId?: number,
): void {
  if (problems.has("name") || problems.has("target")) return;
  const namesakes = records.in(world).by("name", recordNameKey(domain.id, record.name));
  const conflict = conflictOf(
    record,
    namesakes.filter((row) => row.id !== ownId),
  );
  if (conflict !== undefined) problems.addUndocumented(...conflict);
}

/** The records in order, without those that conflict with earlier ones. */
export function* withoutConflicts<R extends Neighbour>(records: Iterable<R>): Generator<R> {
  // For each name, one record of each type is enough to find a conflict.
  const samples = new Map<string, R[]>();
  for (const record of records) {
    const name = record.name.toLowerCase();
    const namesakes = samples.get(name) ?? [];
    if (conflictOf(record, namesakes) !== undefined) continue;
    if (!namesakes.some(({ type }) => type === record.type)) samples.set(name, [...namesakes, record]);
    yield record;
  }
}

function conflictOf(record: Neighbour, namesakes: readonly Neighbour[]): [field: string, reason: string] | undefined {
  // A CNAME must be the only record with its name, whichever record comes first.
  if (namesakes.some((other) => other.type === "CNAME" || record.type === "CNAME")) {
    return ["name", "Record conflict - CNAMES must be unique"];
  }
  const exchangers = record.type === "MX" ? namesakes.filter((other) => other.type === "MX") : [];
  if (isNullMx(record) ? exchangers.length > 0 : exchangers.some(isNullMx)) {
    return ["target", "A name that takes no mail cannot have another MX record"];
  }
  return undefined;
}
