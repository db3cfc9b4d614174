import type { Problems } from "../errors";
import type { DomainRow, RecordRow } from "../tables";
import type { World } from "../world";
import type { RecordFields } from "./record-fields";
import { isNullMx } from "./record-targets";

/** Notes records that cannot stand beside those that the domain has. */
export function checkConflicts(
  world: World,
  domain: DomainRow,
  record: RecordFields,
  problems: Problems,
  ownId: number | undefined,
): void {
  if (problems.has("name") || problems.has("target")) return;
  const others = world.tables.records.by("domain", domain.id).filter((row) => row.id !== ownId);
  const namesakes = others.filter((other) => other.name.toLowerCase() === record.name.toLowerCase());
  // A CNAME is the only record of its name, whichever of the two comes first.
  if (namesakes.some((other) => other.type === "CNAME" || record.type === "CNAME")) {
    problems.add("name", "Record conflict - CNAMES must be unique");
  }
  if (record.type === "MX" && conflictsWithNullMx(record, others)) {
    problems.add("target", "A domain that takes no mail cannot have another MX record");
  }
}

function conflictsWithNullMx(record: RecordFields, others: readonly RecordRow[]): boolean {
  const exchangers = others.filter((other) => other.type === "MX");
  return isNullMx(record) ? exchangers.length > 0 : exchangers.some(isNullMx);
}
