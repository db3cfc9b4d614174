import type { Definition } from "../definition/definition";
import type { SetDefinition } from "../definition/set";
import { actions } from "./actions";
import { domain } from "./domain";
import { domainRecord } from "./domain-record";
import { domainRecordSet } from "./domain-record-set";
import { image } from "./image";
import { instance } from "./instance";
import { mongoDatabase } from "./mongo-database";
import { mysqlDatabase } from "./mysql-database";

/** All resource kinds. */
export const definitions: readonly Definition[] = [instance, domain, domainRecord, mongoDatabase, mysqlDatabase, image];

/** All kinds that stand for several objects at once. */
export const sets: readonly SetDefinition[] = [domainRecordSet];

export function definitionOf(kind: string): Definition {
  const all = [...definitions, ...sets, ...actions];
  const definition = all.find((candidate) => candidate.kind === kind);
  if (!definition) {
    const kinds = all.map((known) => known.kind).join(", ");
    throw new Error(
      `This version of pulumi-compute has no resource kind "${kind}"; it has ${kinds}. Install a newer one.`,
    );
  }
  return definition;
}
