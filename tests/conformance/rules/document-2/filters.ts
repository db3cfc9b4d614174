import { filtered, list } from "../../lists";
import type { Rule } from "../../rule";
import { rule } from "../../rule";
import { observedOnce } from "../../support";
import { activeDatabase, ALL_DATABASES, collection, engineId } from "./databases";

const FIELDS = ["label", "engine", "version", "region", "type", "status"] as const;

/** What filters find among databases that differ in every field. */
const found = observedOnce(async (service) => {
  const sought = await activeDatabase(service, "mongodb", { label: "sought" });
  const engine = await engineId(service, "mongodb", (version) => version !== sought.body.version);
  const elsewhere = { region: "eu-west", type: "g6-standard-1" };
  const other = await activeDatabase(service, "mongodb", { ...elsewhere, label: "other", engine });
  const foreign = await activeDatabase(service, "mysql", { ...elsewhere, label: "foreign" });
  service.emulator.poke("database", other.body.id, { status: "degraded" });
  service.emulator.poke("database", foreign.body.id, { status: "failed" });
  const all = await list(service, ALL_DATABASES);
  const valueOf = (id: number, field: string) => all.find((database) => database.id === id)?.[field];
  const results = new Map<string, object>();
  for (const field of FIELDS) {
    const value = valueOf(sought.body.id, field);
    expect(value).toEqual(expect.any(String));
    results.set(field, {
      all: await filtered(service, ALL_DATABASES, { [field]: value }),
      mongodb: await filtered(service, collection("mongodb"), { [field]: value }),
      mysql: await filtered(service, collection("mysql"), { [field]: value }),
      foreign: await filtered(service, collection("mysql"), { [field]: valueOf(foreign.body.id, field) }),
    });
  }
  return { results, sought: sought.body.id, other: other.body.id, foreign: foreign.body.id };
});

/** The filterable fields of a database. */
export const FILTER_RULES: readonly Rule[] = FIELDS.map((field) =>
  rule(`2.filter.${field}`, "Document 2, Database")
    .states(`Lists of databases can be filtered by \`${field}\``)
    .test(async (service) => {
      const { results, sought, other, foreign } = await found(service);
      const sameKind = field === "engine" ? [sought, other] : [sought];
      expect(results.get(field)).toEqual({ all: sameKind, mongodb: sameKind, mysql: [], foreign: [foreign] });
    }),
);
