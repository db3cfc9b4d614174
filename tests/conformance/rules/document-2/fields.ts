import type { Body, Started } from "../../../emulator/support/client";
import { fieldRules, rule } from "../../rule";
import { expectFailure, expectSuccess, filtered, list, observedOnce } from "../../support";
import type { Kind } from "./databases";
import { activeDatabase, ALL_DATABASES, collection, engineId, ENGINES, KINDS } from "./databases";

const ENGINE = "Document 2, Engine";
const ENGINE_FIELDS = {
  id: "An engine's id is its type and its version with a slash between them",
  engine: "An engine shows its type as text",
  version: "An engine shows its version as text",
};

/** Every engine, as the list shows it and alone. */
const engines = observedOnce(async (service) => {
  const listed = await list(service, ENGINES);
  const alone = [];
  for (const { id } of listed) alone.push(expectSuccess(await service.get(`${ENGINES}/${id}`)));
  expect(alone).toEqual(listed);
  for (const { id, engine, version } of listed) expect(id).toBe(`${String(engine)}/${String(version)}`);
  return listed;
});

/** What the documents specify for the fields of every database. */
const COMMON = {
  id: "A database has an integer as `id`",
  label: "A database shows its `label` as text",
  engine: "A database shows the type of its engine as `engine`",
  version: "A database shows the version of its engine as `version`",
  region: "A database shows the id of its region",
  type: "A database shows the instance type of its nodes as `type`",
  cluster_size: "A database has a `cluster_size` of 1 or 3",
  encrypted: "A database says with a boolean whether it is `encrypted`",
  ssl_connection: "A database says with a boolean whether connections need SSL",
  allow_list: "A database shows its `allow_list` as an array of texts",
  hosts: "A database that is ready shows its `hosts` as an object",
  port: "A database shows an integer as `port`",
  status: "A database shows one of the ten statuses",
  created: "A database shows when it was created",
  updated: "A database shows when it was last updated",
  updates: "A database shows its maintenance window as the object `updates`",
};

const WINDOW = {
  frequency: "The frequency of the maintenance window is text",
  duration: "The duration of the maintenance window is an integer",
  hour_of_day: "The hour of the maintenance window is an integer",
  day_of_week: "The day of the maintenance window is an integer",
  week_of_month: "The week of the maintenance window is an integer or null",
};

const HOSTS = {
  primary: "The primary host of a database that is ready is text",
  secondary: "The secondary host of a database is text or null",
};

const MONGODB = {
  compression_type: "MongoDB databases, and they alone, show a `compression_type` of none, snappy or zlip",
  storage_engine: "MongoDB databases, and they alone, show a `storage_engine` of mmapv1 or wiredtiger",
  replica_set: "MongoDB databases, and they alone, show a `replica_set`, which is text or null",
  peers: "MongoDB databases, and they alone, show the addresses of their `peers` as an array of texts",
};

const MYSQL = {
  replication_type: "MySQL databases, and they alone, show a `replication_type` of none, asynch or semi_synch",
};

/** What shows a ready database of each engine: the engine's endpoints, and the list of all databases. */
const views = observedOnce(async (service) => {
  const own: Record<Kind, object[]> = { mongodb: [], mysql: [] };
  for (const kind of KINDS) {
    const { path, body } = await activeDatabase(service, kind);
    const listed = await list(service, collection(kind));
    own[kind].push(body, ...listed, expectSuccess(await service.put(path, { label: `renamed-${kind}` })));
  }
  const all = await list(service, ALL_DATABASES);
  expect(all.length).toBe(KINDS.length);
  // The schema also allows null, before provisioning.
  for (const view of all) expect(view).toMatchObject({ hosts: { primary: expect.any(String) } });
  return { ...own, all: [...own.mongodb, ...own.mysql, ...all] };
});

/** The views that the schema of this engine is for. It allows no field of the other one. */
const ofKind = (kind: Kind) => async (service: Started) => (await views(service))[kind];

/** What all views show in one of their fields. */
const inside = (field: "hosts" | "updates") => async (service: Started) =>
  (await views(service)).all.map((view) => Reflect.get(view, field) as object);

const SECTION = "Document 2, Database";

const FILTERABLE = ["label", "engine", "version", "region", "type", "status"] as const;

/** Databases that differ in every field: two of MongoDB, and one of MySQL. */
async function different(service: Started) {
  const sought = await activeDatabase(service, "mongodb", { label: "sought" });
  const engine = await engineId(service, "mongodb", (version) => version !== sought.body.version);
  const elsewhere = { region: "eu-west", type: "g6-standard-1" };
  const other = await activeDatabase(service, "mongodb", { ...elsewhere, label: "other", engine });
  const foreign = await activeDatabase(service, "mysql", { ...elsewhere, label: "foreign" });
  service.emulator.poke("database", other.body.id, { status: "degraded" });
  service.emulator.poke("database", foreign.body.id, { status: "failed" });
  const all = await list(service, ALL_DATABASES);
  expect(all.map(({ label }) => label)).toEqual(["sought", "other", "foreign"]);
  return all as readonly [Body, Body, Body];
}

/** The available engines, the fields of a database, and filters. */
export const FIELD_RULES = [
  ...fieldRules("2.engine.", ENGINE, ENGINE_FIELDS, engines),
  ...["engine", "version"].map((field) =>
    rule(`2.engine.filter-${field}`, ENGINE)
      .states(`Engines can be filtered by \`${field}\``)
      .test(async (service) => {
        const all = await list(service, ENGINES);
        const [{ [field]: value }] = all as readonly [(typeof all)[number]];
        const expected = all.filter((engine) => engine[field] === value).map(({ id }) => id);
        expect(expected.length).toBeLessThan(all.length);
        expect(await filtered(service, ENGINES, { [field]: value })).toEqual(expected);
        expect(await filtered(service, ENGINES, { [field]: "nothing" })).toEqual([]);
      }),
  ),
  rule("2.engine.both-kinds", "Document 2, What the service does")
    .states("The catalogue has engines of MongoDB and of MySQL")
    .test(async (service) => {
      const kinds = (await list(service, ENGINES)).map(({ engine }) => engine);
      for (const kind of KINDS) expect(kinds).toContain(kind);
    }),
  rule("2.engine.literal-slash", "Document 2, Endpoints")
    .states("The slash of an engine's id stands in the path as it is")
    .test(async (service) => {
      for (const { id } of await engines(service)) expect(String(id)).toContain("/");
    }),
  rule("2.engine.page", "Document 2, Endpoints")
    .states("The list of engines takes `page` and `page_size`")
    .test(async (service) => {
      const all = await list(service, ENGINES);
      const first = expectSuccess(await service.get(`${ENGINES}?page=1&page_size=25`));
      expect(first).toEqual({ data: all, page: 1, pages: 1, results: all.length });
    }),
  rule("2.engine.unknown", "Document 2, Errors")
    .states("An engine that the catalogue does not have returns the error body")
    .test(async (service) => expectFailure(await service.get(`${ENGINES}/mongodb/0.0.1`))),
  ...fieldRules("2.field.", SECTION, COMMON, async (service) => (await views(service)).all),
  ...fieldRules("2.field.hosts-", SECTION, HOSTS, inside("hosts")),
  ...fieldRules("2.field.updates-", SECTION, WINDOW, inside("updates")),
  ...fieldRules("2.field.", "Document 2, MongoDB additional fields", MONGODB, ofKind("mongodb")),
  ...fieldRules("2.field.", "Document 2, MySQL additional field", MYSQL, ofKind("mysql")),
  rule("2.field.instance_uri", SECTION)
    .states("The list of all databases adds the path of the database's own resource, as `instance_uri`")
    .test(async (service) => {
      for (const kind of KINDS) await activeDatabase(service, kind);
      const all = await list(service, ALL_DATABASES);
      expect(all.map(({ engine }) => engine).sort()).toEqual(KINDS);
      for (const { instance_uri: uri, ...rest } of all) {
        expect(uri).toMatch(new RegExp(`^(/v4)?/databases/${String(rest.engine)}/instances/${rest.id}$`));
        expect(expectSuccess(await service.get(String(uri).replace(/^\/v4/, "")))).toMatchObject(rest);
      }
    }),
  ...FILTERABLE.map((field) =>
    rule(`2.filter.${field}`, "Document 2, Database")
      .states(`Lists of databases can be filtered by \`${field}\``)
      .testOn(different, async (service, [sought, other, foreign]) => {
        const find = (path: string, { [field]: value }: Body) => filtered(service, path, { [field]: value });
        const sameKind = field === "engine" ? [sought.id, other.id] : [sought.id];
        expect(sought[field]).toEqual(expect.any(String));
        expect(await find(ALL_DATABASES, sought)).toEqual(sameKind);
        expect(await find(collection("mongodb"), sought)).toEqual(sameKind);
        expect(await find(collection("mysql"), sought)).toEqual([]);
        expect(await find(collection("mysql"), foreign)).toEqual([foreign.id]);
      }),
  ),
];
