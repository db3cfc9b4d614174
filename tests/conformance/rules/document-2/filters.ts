import type { Started } from "../../../emulator/support/client";
import { filtered, list } from "../../lists";
import type { Rule } from "../../rule";
import { activeDatabase, ALL_DATABASES, collection, engineId } from "./databases";

interface Cast {
  /** Matches every filter. */
  readonly sought: number;
  /** The same engine, with another value in every field. */
  readonly other: number;
  /** The other engine. */
  readonly foreign: number;
}

/** Databases that differ in every filterable field. */
async function cast(service: Started): Promise<Cast> {
  const sought = await activeDatabase(service, "mongodb", { label: "sought" });
  const engine = await engineId(service, "mongodb", (version) => version !== sought.body.version);
  const elsewhere = { region: "eu-west", type: "g6-standard-1" };
  const other = await activeDatabase(service, "mongodb", { ...elsewhere, label: "other", engine });
  const foreign = await activeDatabase(service, "mysql", { ...elsewhere, label: "foreign" });
  service.emulator.poke("database", other.body.id, { status: "degraded" });
  service.emulator.poke("database", foreign.body.id, { status: "failed" });
  return { sought: sought.body.id, other: other.body.id, foreign: foreign.body.id };
}

/** The filterable fields of a database. */
export const FILTER_RULES: readonly Rule[] = ["label", "engine", "version", "region", "type", "status"].map(
  (field) => ({
    id: `2.filter.${field}`,
    section: "Document 2, Database",
    states: `Lists of databases can be filtered by \`${field}\``,
    test: async (service) => {
      const { sought, other, foreign } = await cast(service);
      const sameKind = field === "engine" ? [sought, other] : [sought];
      const all = await list(service, ALL_DATABASES);
      const value = all.find(({ engine, id }) => engine === "mongodb" && id === sought)?.[field];
      expect(value).toEqual(expect.any(String));
      expect(await filtered(service, ALL_DATABASES, { [field]: value })).toEqual(sameKind);
      expect(await filtered(service, collection("mongodb"), { [field]: value })).toEqual(sameKind);
      expect(await filtered(service, collection("mysql"), { [field]: value })).toEqual([]);
      const foreignValue = all.find(({ engine, id }) => engine === "mysql" && id === foreign)?.[field];
      expect(await filtered(service, collection("mysql"), { [field]: foreignValue })).toEqual([foreign]);
    },
  }),
);
