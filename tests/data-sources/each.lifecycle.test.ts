import type { Values } from "../../provider/definition/values";
import { anAccount, located, withIds } from "../support/data-source-account";
import type { AccountIds } from "../support/data-source-account";
import { dataSourceForms } from "../support/data-source-forms";
import { useDataSources } from "../support/data-sources";
import { messageOf } from "../support/programs";

const service = useDataSources();

const { plain, output } = dataSourceForms(service);

/** The inputs and the path name resources of the account. `missing` are the inputs for one that does not exist. */
type Single = [name: string, path: string, args: Values, shows: Values, missing?: Values];

const containing = (shown: Values): unknown => expect.objectContaining(shown);
const DISKS = [containing({ filesystem: "ext4" }), containing({ filesystem: "swap" })];
const RECORDS = [containing({ type: "CAA" }), containing({ name: "www" })];
const SNAPSHOT = { current: containing({ label: "before" }), inProgress: null };
const ZONE_FILE = expect.arrayContaining([expect.stringContaining("SOA")]) as unknown;
const ON_MONGO = { databaseId: "mongo", backupId: "mongoBackup" };
const MONGO_BACKUPS = "/databases/mongodb/instances/{mongo}/backups";
const BACKUP = { type: "snapshot", label: "before" };

/** Every data source of one resource, or of what belongs to one. */
const SINGLE: readonly Single[] = [
  ["getRegion", "/regions/us-east", { id: "us-east" }, { country: "us", status: "ok" }, { id: "us-nowhere" }],
  [
    "getImage",
    "/images/compute/debian11",
    { id: "compute/debian11" },
    { isPublic: true, createdBy: "compute" },
    { id: "private/4711" },
  ],
  [
    "getInstance",
    "/compute/instances/{instance}",
    { id: "instance" },
    { label: "web", watchdogEnabled: true, image: "compute/debian11" },
  ],
  ["getInstanceBackups", "/compute/instances/{instance}/backups", { instanceId: "instance" }, { snapshot: SNAPSHOT }],
  [
    "getInstanceBackup",
    "/compute/instances/{instance}/backups/{backup}",
    { instanceId: "instance", backupId: "backup" },
    BACKUP,
  ],
  ["getInstanceDisks", "/compute/instances/{instance}/disks", { instanceId: "instance" }, { disks: DISKS }],
  [
    "getDatabaseEngine",
    "/databases/engines/mongodb/4.4.10",
    { id: "mongodb/4.4.10" },
    { engine: "mongodb", version: "4.4.10" },
    { id: "mongodb/1.0" },
  ],
  [
    "getMongoDatabase",
    "/databases/mongodb/instances/{mongo}",
    { id: "mongo" },
    { label: "orders", storageEngine: "wiredtiger", clusterSize: 1 },
    { id: "mysql" },
  ],
  ["getMongoDatabaseBackups", MONGO_BACKUPS, { databaseId: "mongo" }, { backups: [containing({ label: "before" })] }],
  ["getMongoDatabaseBackup", `${MONGO_BACKUPS}/{mongoBackup}`, ON_MONGO, BACKUP],
  [
    "getMysqlDatabase",
    "/databases/mysql/instances/{mysql}",
    { id: "mysql" },
    { label: "users", replicationType: "none" },
    { id: "mongo" },
  ],
  [
    "getDomain",
    "/domains/{domain}",
    { id: "domain" },
    { domain: "one.example", soaEmail: "admin@one.example", group: "büro" },
  ],
  ["getDomainRecords", "/domains/{domain}/records", { domainId: "domain" }, { records: RECORDS }],
  [
    "getDomainRecord",
    "/domains/{domain}/records/{record}",
    { domainId: "domain", recordId: "record" },
    { type: "CAA", tag: "issue", ttlSec: 0 },
  ],
  ["getDomainZoneFile", "/domains/{domain}/zone-file", { domainId: "domain" }, { zoneFile: ZONE_FILE }],
];

describe.each(SINGLE)("%s", (name, path, args, shows, missing) => {
  let ids: AccountIds;
  beforeEach(async () => {
    ids = await anAccount(service);
  });

  test("reads what the documents describe, with one request, also as an output and with IDs that are strings", async () => {
    expect(await plain(name, withIds(args, ids))).toMatchObject(shows);
    expect(service.asked()).toEqual([`GET ${located(path, ids)}`]);
    const strings = Object.entries(withIds(args, ids)).map(([input, id]) => [input, String(id)]);
    expect(await output(name, Object.fromEntries(strings))).toMatchObject(shows);
  });

  test("fails for a missing resource, and names it; sends no request if an ID is missing, empty or malformed", async () => {
    const names = Object.keys(args);
    for (const wrong of [undefined, null, "", "..", "a/../b", "?", true, {}]) {
      const message = await messageOf(plain(name, Object.fromEntries(names.map((id) => [id, wrong]))));
      for (const id of names)
        expect(message).toContain(`${id}: ${wrong === undefined || wrong === null ? "is" : "must be"}`);
    }
    expect(service.asked()).toEqual([]);
    const wrong = withIds(missing ?? { ...args, [names.at(-1) ?? ""]: 4711 }, ids);
    const message = await messageOf(plain(name, wrong));
    expect(message).toMatch(new RegExp(`^${name}: No `));
    for (const [argument, id] of Object.entries(wrong)) expect(message).toContain(`${argument} ${String(id)}`);
    expect(await messageOf(output(name, wrong))).toBe(message);
  });
});

/** Responses of the others have no ID. */
const OBJECTS = SINGLE.filter(([name]) => !/(Backups|Disks|Records|ZoneFile)$/.test(name));

test("each of them retries if the response is about another resource", async () => {
  const ids = await anAccount(service);
  for (const [, template] of OBJECTS) {
    const path = located(template, ids);
    const body = { ...(await service.ask("GET", path)), id: 4711 };
    service.emulator.faults.add({ method: "GET", path, effect: { kind: "status", status: 200, body } });
  }
  // Without an engine, messages about the retry go to the console.
  const log = jest.spyOn(console, "log").mockReturnValue();
  const answers = await Promise.all(OBJECTS.map(([name, , args]) => plain(name, withIds(args, ids))));
  log.mockRestore();
  expect(answers).toMatchObject(OBJECTS.map(([, , , shows]) => shows));
  expect(service.emulator.faults.list().map(({ fired }) => fired)).toEqual(OBJECTS.map(() => 1));
});
