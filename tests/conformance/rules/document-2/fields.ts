import type { Started } from "../../../emulator/support/client";
import { list } from "../../lists";
import { fieldRules, rule } from "../../rule";
import { expectSuccess, observedOnce } from "../../support";
import type { Kind } from "./databases";
import { activeDatabase, ALL_DATABASES, collection, KINDS } from "./databases";

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

/** The fields of a database and the types of their values. */
export const FIELD_RULES = [
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
];
