import type { Problems } from "../errors";
import type { DomainRow, RecordRow } from "../tables";
import { recordNameKey } from "../tables";
import type { World } from "../world";
import { isNullMx } from "./record-targets";

/** Notes records that cannot stand beside those that the domain has. */
export function checkConflicts(
  world: World,
  domain: DomainRow,
  record: Omit<RecordRow, "id" | "domain_id" | "created" | "updated">,
  problems: Problems,
  ownId: number | undefined,
): void {
  if (problems.has("name") || problems.has("target")) return;
  const namesakes = world.tables.records
    .by("name", recordNameKey(domain.id, record.name))
    .filter((row) => row.id !== ownId);
  // A CNAME is the only record of its name, whichever of the two comes first.
  if (namesakes.some((other) => other.type === "CNAME" || record.type === "CNAME")) {
    problems.add("name", "Record conflict - CNAMES must be unique");
  }
  const exchangers = record.type === "MX" ? namesakes.filter((other) => other.type === "MX") : [];
  if (isNullMx(record) ? exchangers.length > 0 : exchangers.some(isNullMx)) {
    problems.add("target", "A name that takes no mail cannot have another MX record");
  }
}
