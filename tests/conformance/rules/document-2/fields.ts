import { list } from "../../lists";
import type { Rule } from "../../rule";
import { rule } from "../../rule";
import type { Shape } from "../../shapes";
import { expectShape } from "../../shapes";
import { expectSuccess, observedOnce } from "../../support";
import type { Kind } from "./databases";
import { activeDatabase, ALL_DATABASES, collection, KINDS } from "./databases";
import { COMMON, HOSTS, SPECIAL, WINDOW } from "./shape";

/** What the documents specify for the fields of every database. */
const SAYS: Record<string, string> = {
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

const WINDOW_SAYS: Record<string, string> = {
  frequency: "The frequency of the maintenance window is text",
  duration: "The duration of the maintenance window is an integer",
  hour_of_day: "The hour of the maintenance window is an integer",
  day_of_week: "The day of the maintenance window is an integer",
  week_of_month: "The week of the maintenance window is an integer or null",
};

const HOSTS_SAYS: Record<string, string> = {
  primary: "The primary host of a database that is ready is text",
  secondary: "The secondary host of a database is text or null",
};

const SPECIAL_SAYS: Record<string, string> = {
  compression_type: "MongoDB databases, and they alone, show a `compression_type` of none, snappy or zlip",
  storage_engine: "MongoDB databases, and they alone, show a `storage_engine` of mmapv1 or wiredtiger",
  replica_set: "MongoDB databases, and they alone, show a `replica_set`, which is text or null",
  peers: "MongoDB databases, and they alone, show the addresses of their `peers` as an array of texts",
  replication_type: "MySQL databases, and they alone, show a `replication_type` of none, asynch or semi_synch",
};

/** What shows a ready database of each engine: the engine's endpoints, and the list of all databases. */
const shown = observedOnce(async (service) => {
  const own: { readonly kind: Kind; readonly view: object }[] = [];
  for (const kind of KINDS) {
    const { path, body } = await activeDatabase(service, kind);
    const listed = await list(service, collection(kind));
    const updated = expectSuccess(await service.put(path, { label: `renamed-${kind}` }));
    own.push(...[body, ...listed, updated].map((view) => ({ kind, view })));
  }
  const all = await list(service, ALL_DATABASES);
  expect(all.length).toBe(KINDS.length);
  return { own, everywhere: [...own.map(({ view }) => view), ...all] };
});

const common = ([field, shape]: [string, Shape]) =>
  rule(`2.field.${field}`, "Document 2, Database")
    .states(`${SAYS[field]}`)
    .test(async (service) => {
      for (const view of (await shown(service)).everywhere) expectShape(view, field, shape);
    });

const within =
  (object: "hosts" | "updates", says: Record<string, string>) =>
  ([field, shape]: [string, Shape]) =>
    rule(`2.field.${object}-${field}`, "Document 2, Database")
      .states(`${says[field]}`)
      .test(async (service) => {
        for (const view of (await shown(service)).everywhere) {
          expectShape(Reflect.get(view, object) as object, field, shape);
        }
      });

const special = (kind: Kind, section: string): Rule[] =>
  Object.entries(SPECIAL[kind]).map(([field, shape]) =>
    rule(`2.field.${field}`, section)
      .states(`${SPECIAL_SAYS[field]}`)
      .test(async (service) => {
        for (const { kind: of, view } of (await shown(service)).own) {
          if (of === kind) expectShape(view, field, shape);
          else expect(view).not.toHaveProperty(field);
        }
      }),
  );

/** The fields of a database and the types of their values. */
export const FIELD_RULES = [
  ...Object.entries(COMMON).map(common),
  ...Object.entries(HOSTS).map(within("hosts", HOSTS_SAYS)),
  ...Object.entries(WINDOW).map(within("updates", WINDOW_SAYS)),
  ...special("mongodb", "Document 2, MongoDB additional fields"),
  ...special("mysql", "Document 2, MySQL additional field"),
  rule("2.field.instance_uri", "Document 2, Database")
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
