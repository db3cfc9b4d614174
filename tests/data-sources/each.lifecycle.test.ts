import type { Values } from "../../provider/definition/values";
import { anAccount } from "../support/data-source-account";
import type { AccountIds } from "../support/data-source-account";
import { dataSourceForms } from "../support/data-source-forms";
import { useDataSources } from "../support/data-sources";
import { messageOf } from "../support/programs";

const service = useDataSources();

const { plain, output } = dataSourceForms(service);

interface Single {
  readonly name: string;
  readonly args: (ids: AccountIds) => Values;
  readonly path: (ids: AccountIds) => string;
  /** Part of the response. */
  readonly shows: Values;
  /** A resource that does not exist. */
  readonly missing: (ids: AccountIds) => Values;
}

/** Every data source of one resource, or of what belongs to one. */
const SINGLE: readonly Single[] = [
  {
    name: "getRegion",
    args: () => ({ id: "us-east" }),
    path: () => "/regions/us-east",
    shows: { country: "us", status: "ok" },
    missing: () => ({ id: "us-nowhere" }),
  },
  {
    name: "getImage",
    args: () => ({ id: "compute/debian11" }),
    path: () => "/images/compute/debian11",
    shows: { isPublic: true, createdBy: "compute" },
    missing: () => ({ id: "private/4711" }),
  },
  {
    name: "getInstance",
    args: ({ instance }) => ({ id: instance }),
    path: ({ instance }) => `/compute/instances/${instance}`,
    shows: { label: "web", watchdogEnabled: true, image: "compute/debian11" },
    missing: () => ({ id: 4711 }),
  },
  {
    name: "getInstanceBackups",
    args: ({ instance }) => ({ instanceId: instance }),
    path: ({ instance }) => `/compute/instances/${instance}/backups`,
    shows: { snapshot: { current: expect.objectContaining({ label: "before" }), inProgress: null } },
    missing: () => ({ instanceId: 4711 }),
  },
  {
    name: "getInstanceBackup",
    args: ({ instance, backup }) => ({ instanceId: String(instance), backupId: String(backup) }),
    path: ({ instance, backup }) => `/compute/instances/${instance}/backups/${backup}`,
    shows: { label: "before", type: "snapshot" },
    missing: ({ instance }) => ({ instanceId: instance, backupId: 4711 }),
  },
  {
    name: "getInstanceDisks",
    args: ({ instance }) => ({ instanceId: instance }),
    path: ({ instance }) => `/compute/instances/${instance}/disks`,
    shows: {
      disks: [expect.objectContaining({ filesystem: "ext4" }), expect.objectContaining({ filesystem: "swap" })],
    },
    missing: () => ({ instanceId: 4711 }),
  },
  {
    name: "getDatabaseEngine",
    args: () => ({ id: "mongodb/4.4.10" }),
    path: () => "/databases/engines/mongodb/4.4.10",
    shows: { engine: "mongodb", version: "4.4.10" },
    missing: () => ({ id: "mongodb/1.0" }),
  },
  {
    name: "getMongoDatabase",
    args: ({ mongo }) => ({ id: mongo }),
    path: ({ mongo }) => `/databases/mongodb/instances/${mongo}`,
    shows: { label: "orders", storageEngine: "wiredtiger", clusterSize: 1 },
    missing: ({ mysql }) => ({ id: mysql }),
  },
  {
    name: "getMongoDatabaseBackups",
    args: ({ mongo }) => ({ databaseId: mongo }),
    path: ({ mongo }) => `/databases/mongodb/instances/${mongo}/backups`,
    shows: { backups: [expect.objectContaining({ label: "before" })] },
    missing: () => ({ databaseId: 4711 }),
  },
  {
    name: "getMongoDatabaseBackup",
    args: ({ mongo, mongoBackup }) => ({ databaseId: mongo, backupId: mongoBackup }),
    path: ({ mongo, mongoBackup }) => `/databases/mongodb/instances/${mongo}/backups/${mongoBackup}`,
    shows: { type: "snapshot", label: "before" },
    missing: ({ mongo }) => ({ databaseId: mongo, backupId: 4711 }),
  },
  {
    name: "getMysqlDatabase",
    args: ({ mysql }) => ({ id: mysql }),
    path: ({ mysql }) => `/databases/mysql/instances/${mysql}`,
    shows: { label: "users", replicationType: "none" },
    missing: ({ mongo }) => ({ id: mongo }),
  },
  {
    name: "getDomain",
    args: ({ domain }) => ({ id: domain }),
    path: ({ domain }) => `/domains/${domain}`,
    shows: { domain: "one.example", soaEmail: "admin@one.example", group: "büro" },
    missing: () => ({ id: 4711 }),
  },
  {
    name: "getDomainRecords",
    args: ({ domain }) => ({ domainId: domain }),
    path: ({ domain }) => `/domains/${domain}/records`,
    shows: { records: [expect.objectContaining({ type: "CAA" }), expect.objectContaining({ name: "www" })] },
    missing: () => ({ domainId: 4711 }),
  },
  {
    name: "getDomainRecord",
    args: ({ domain, record }) => ({ domainId: domain, recordId: record }),
    path: ({ domain, record }) => `/domains/${domain}/records/${record}`,
    shows: { type: "CAA", tag: "issue", ttlSec: 0 },
    missing: ({ domain }) => ({ domainId: domain, recordId: 4711 }),
  },
  {
    name: "getDomainZoneFile",
    args: ({ domain }) => ({ domainId: domain }),
    path: ({ domain }) => `/domains/${domain}/zone-file`,
    shows: { zoneFile: expect.arrayContaining([expect.stringContaining("SOA")]) },
    missing: () => ({ domainId: 4711 }),
  },
];

describe.each(SINGLE)("$name", ({ name, args, path, shows, missing }) => {
  let ids: AccountIds;
  beforeEach(async () => {
    ids = await anAccount(service);
  });

  test("reads what the documents describe, with one request, also as an output", async () => {
    expect(await plain(name, args(ids))).toMatchObject(shows);
    expect(service.asked()).toEqual([`GET ${path(ids)}`]);
    expect(await output(name, args(ids))).toMatchObject(shows);
  });

  test("fails for a missing resource, and names it; sends no request if an ID is missing, empty or malformed", async () => {
    const names = Object.keys(args(ids));
    for (const wrong of [undefined, null, "", "..", "a/../b", "?", true, {}]) {
      const message = await messageOf(plain(name, Object.fromEntries(names.map((id) => [id, wrong]))));
      for (const id of names)
        expect(message).toContain(`${id}: ${wrong === undefined || wrong === null ? "is" : "must be"}`);
    }
    expect(service.asked()).toEqual([]);
    const wrong = missing(ids);
    const message = await messageOf(plain(name, wrong));
    expect(message).toMatch(new RegExp(`^${name}: No `));
    for (const [argument, id] of Object.entries(wrong)) expect(message).toContain(`${argument} ${String(id)}`);
    expect(await messageOf(output(name, wrong))).toBe(message);
  });
});

/** Responses of the others have no ID. */
const OBJECTS = SINGLE.filter(({ name }) => !/(Backups|Disks|Records|ZoneFile)$/.test(name));

test("each of them retries if the response is about another resource", async () => {
  const ids = await anAccount(service);
  for (const { path } of OBJECTS) {
    const body = { ...(await service.ask("GET", path(ids))), id: 4711 };
    service.emulator.faults.add({ method: "GET", path: path(ids), effect: { kind: "status", status: 200, body } });
  }
  // Without an engine, messages about the retry go to the console.
  const log = jest.spyOn(console, "log").mockReturnValue();
  const answers = await Promise.all(OBJECTS.map(({ name, args }) => plain(name, args(ids))));
  log.mockRestore();
  expect(answers).toMatchObject(OBJECTS.map(({ shows }) => shows));
  expect(service.emulator.faults.list().map(({ fired }) => fired)).toEqual(OBJECTS.map(() => 1));
});
