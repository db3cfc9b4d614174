import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import type { Values } from "../../provider/definition/values";
import { anAccount, located, withIds } from "../support/data-source-account";
import type { AccountIds } from "../support/data-source-account";
import { aResource, outputOf, providedBy, useDataSources, valueOf } from "../support/data-sources";
import type { DataSourceService } from "../support/data-sources";
import { misfits, schema } from "../support/package-schema";
import { aZone, messageOf } from "../support/programs";

type Form = (args: Values, opts: pulumi.InvokeOptions) => unknown;

/** Both forms of the data sources, called by their names, for an emulator; without options, each call counts as a separate update. */
function dataSourceForms(service: DataSourceService) {
  const formOf = (name: string): Form => {
    const form = (compute as unknown as Readonly<Record<string, Form>>)[name];
    if (!form) throw new Error(`${name} is missing`);
    return form;
  };
  return {
    plain: (name: string, args: Values, opts = service.program()) => formOf(name)(args, opts) as Promise<Values>,
    /** The value of the output. Its types and those of the inputs must be those of the package schema. */
    output: async (name: string, args: Values, opts = service.program()): Promise<Values> => {
      const result = await valueOf(formOf(`${name}Output`)(args, opts) as pulumi.Output<Values>);
      const { inputs = { properties: {}, required: [] }, outputs } = schema.functions[`compute:index:${name}`] ?? {};
      expect([misfits(inputs, args), outputs && misfits(outputs, result)]).toEqual([[], []]);
      return result;
    },
  };
}

const service = useDataSources();

const { plain, output } = dataSourceForms(service);

/** The inputs and the path name resources of the account. `missing` are the inputs for one that does not exist. */
type Single = [name: string, path: string, args: Values, shows: Values, missing?: Values];

const containing = (shown: Values): unknown => expect.objectContaining(shown);
const DISKS = [containing({ filesystem: "ext4" }), containing({ filesystem: "swap" })];
const RECORDS = [containing({ type: "CAA" }), containing({ name: "www" })];
const SNAPSHOT = { current: containing({ label: "before" }), inProgress: null };
const ZONE_FILE = expect.arrayContaining([expect.stringContaining("SOA")]);
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

/** Values of the input that replaces the ID: an existing one, one that nearly matches, and that of another resource. */
type Spelled = readonly [is: string, nearly: string, other: string];
type Known = readonly [name: string, by: string, list: string, noun: string, values: Spelled, id: string];

const KNOWN: readonly Known[] = [
  ["getInstance", "label", "/compute/instances", "instance", ["web", "Webb", "empty"], "instance"],
  ["getImage", "label", "/images", "image", ["Debian 11", "Debain 11", "Gentoo"], "compute/debian11"],
  [
    "getMongoDatabase",
    "label",
    "/databases/mongodb/instances",
    "MongoDB database",
    ["orders", "order", "carts"],
    "mongo",
  ],
  ["getMysqlDatabase", "label", "/databases/mysql/instances", "MySQL database", ["users", "user", "users"], "mysql"],
  ["getDomain", "domain", "/domains", "domain", ["one.example", "onee.example", "two.example"], "domain"],
];

describe.each(KNOWN)("%s by its %s", (name, by, list, noun, [is, nearly, other], which) => {
  let id: unknown;
  let envelope: Values;
  beforeEach(async () => {
    ({ id } = withIds({ id: which }, await anAccount(service)));
    envelope = await service.ask("GET", list);
    service.forget();
  });
  const answerOnce = (body: unknown, status = 200): void => {
    service.emulator.faults.add({ method: "GET", path: list, times: 1, effect: { kind: "status", status, body } });
  };
  const itself = (): Values => (envelope.data as Values[]).find((each) => each[by] === is) ?? {};

  test("finds the resource with one request, same as by its ID, also as an output", async () => {
    const found = await plain(name, { [by]: is });
    expect(service.asked()).toEqual([`GET ${list}`]);
    expect(service.filters()).toEqual([{ [by]: is }]);
    expect(found).toEqual(await plain(name, { id }));
    expect(await output(name, { [by]: is })).toMatchObject({ id, [by]: is });
  });

  test("finds it if the API ignores filters, rejects them, or returns nothing for this one", async () => {
    const answers: readonly (readonly [unknown, number])[] = [
      [envelope, 200],
      [{ errors: [{ field: "X-Filter", reason: "Cannot filter on it" }] }, 400],
      [{ data: [], page: 1, pages: 1, results: 0 }, 200],
    ];
    for (const [body, status] of answers) {
      answerOnce(body, status);
      expect(await plain(name, { [by]: is })).toMatchObject({ id });
    }
    // It is on a later page.
    answerOnce({ data: [{ ...itself(), id: 4711, [by]: "another" }], page: 1, pages: 2, results: 2 });
    expect(await plain(name, { [by]: is })).toMatchObject({ id });
  });

  test("fails for an unknown name, with the nearest one, the existing ones, and what to do", async () => {
    const message = await messageOf(plain(name, { [by]: nearly }));
    expect(message).toContain(`${name}: No ${noun} with ${by} "${nearly}" is visible to this token`);
    expect(message).toContain(`did you mean "${is}"? Check`);
    expect(message).toContain(other);
    expect(message).toContain(`Check the ${by} and the provider's account.`);
    expect(await messageOf(output(name, { [by]: nearly }))).toBe(message);
  });

  test("fails for an ambiguous name, with the IDs, and what to do", async () => {
    answerOnce({ ...envelope, results: 2, data: [{ ...itself(), id: 4711 }, itself()] });
    const message = await messageOf(plain(name, { [by]: is }));
    expect(message).toContain(`${name}: More than one ${noun} has ${by} "${is}" (2).`);
    expect(message).toContain(` IDs: 4711, ${String(id)}.`);
    expect(message).toContain(`${name}({ id: 4711 })`);
  });

  test("accepts the ID or the name, and sends no request for neither, both or an invalid one", async () => {
    expect(await messageOf(plain(name, {}))).toBe(`${name}: id: is required unless ${by} is given`);
    const both = await messageOf(plain(name, { id, [by]: is }));
    expect(both).toBe(`${name}: ${by}: cannot be combined with id; give only one`);
    expect(await messageOf(plain(name, { [by]: "" }))).toContain(`${by}: must be`);
    expect(service.asked()).toEqual([]);
  });
});

test("finds a domain by its name in capitals and with a trailing period, but no near match of the API's filter", async () => {
  const { domain } = await anAccount(service);
  for (const label of ["we", "WEB", "web "]) {
    expect(await messageOf(compute.getInstance({ label }, service.program()))).toContain("No instance with label");
  }
  expect((await compute.getDomain({ domain: "One.Example." }, service.program())).id).toBe(domain);
  const { domains } = await compute.getDomains({ domain: "One.Example." }, service.program());
  expect(domains.map(({ id }) => id)).toEqual([domain]);
});

test("finds a public image by its label without a token", async () => {
  const opts = providedBy({ url: service.emulator.url, brand: "compute", token: undefined });
  expect(await output("getImage", { label: "Debian 11" }, opts)).toMatchObject({ id: "compute/debian11" });
});

/** With the member of the result, the IDs that it needs, and how many entries there are. */
type Listed = [name: string, as: string, path: string, count?: number, ids?: Values];

const LISTS: readonly Listed[] = [
  ["getRegions", "regions", "/regions"],
  ["getTypes", "types", "/compute/types"],
  ["getImages", "images", "/images"],
  ["getInstances", "instances", "/compute/instances", 2],
  ["getDatabaseEngines", "engines", "/databases/engines"],
  ["getDatabases", "databases", "/databases/instances", 3],
  ["getMongoDatabases", "databases", "/databases/mongodb/instances", 2],
  ["getMysqlDatabases", "databases", "/databases/mysql/instances", 1],
  ["getMongoDatabaseBackups", "backups", "/databases/mongodb/instances/{mongo}/backups", 1, { databaseId: "mongo" }],
  ["getDomains", "domains", "/domains", 2],
  ["getDomainRecords", "records", "/domains/{domain}/records", 2, { domainId: "domain" }],
];

/** Filters, the X-Filter that each becomes, and how many entries remain. */
type Filters = readonly (readonly [args: Values, header: unknown, left: number])[];

const DATABASE_FIELDS: Filters = [
  [{ label: "orders" }, { label: "orders" }, 1],
  [{ type: "g6-standard-1", label: "nobody" }, { type: "g6-standard-1", label: "nobody" }, 0],
];

const FILTERS: Readonly<Record<string, Filters>> = {
  getTypes: [
    [{ class: "dedicated", vcpus: 4 }, undefined, 1],
    [{ gpus: 9 }, undefined, 0],
  ],
  getImages: [
    [{ label: "Debian 11", isPublic: true }, { label: "Debian 11", is_public: true }, 1],
    [{ deprecated: true, type: "manual", size: 1 }, { deprecated: true, type: "manual", size: 1 }, 0],
  ],
  getInstances: [
    [{ label: "web" }, { label: "web" }, 1],
    [{ tags: ["blue"] }, { "+and": [{ tags: "blue" }] }, 2],
    [{ tags: ["green", "blue"], group: "shop" }, { group: "shop", "+and": [{ tags: "green" }, { tags: "blue" }] }, 1],
  ],
  getDatabaseEngines: [[{ engine: "mongodb", version: "4.4.10" }, { engine: "mongodb", version: "4.4.10" }, 1]],
  getDatabases: DATABASE_FIELDS,
  getMongoDatabases: DATABASE_FIELDS,
  getMysqlDatabases: [[{ label: "users" }, { label: "users" }, 1]],
  getMongoDatabaseBackups: [
    [{ type: "snapshot" }, { type: "snapshot" }, 1],
    [{ type: "auto", created: "2024-05-06T07:08:09" }, { type: "auto", created: "2024-05-06T07:08:09" }, 0],
  ],
  getDomains: [
    [{ domain: "one.example" }, { domain: "one.example" }, 1],
    [{ group: "büro" }, { group: "büro" }, 1],
    [{ tags: ["blue", "green"] }, { "+and": [{ tags: "blue" }, { tags: "green" }] }, 1],
  ],
  getDomainRecords: [
    [{ tag: "issue" }, { tag: "issue" }, 1],
    [{ type: "A" }, undefined, 1],
    [{ name: "www", type: "AAAA" }, undefined, 0],
  ],
};

describe.each(LISTS)("%s", (name, as, template, count, ids = {}) => {
  let parent: Values;
  let path: string;
  const look = async (filter: Values = {}, opts = service.program()): Promise<unknown[]> => {
    const result = await plain(name, { ...parent, ...filter }, opts);
    expect(Object.keys(result)).toEqual([as]);
    return result[as] as unknown[];
  };
  beforeEach(async () => {
    const account = await anAccount(service);
    [parent, path] = [withIds(ids, account), located(template, account)];
  });

  test("lists everything without a filter, also as an output", async () => {
    const all = await look();
    if (count === undefined) expect(all.length).toBeGreaterThan(5);
    else expect(all).toHaveLength(count);
    expect(service.asked()).toEqual([`GET ${path}`]);
    expect(service.filters()).toEqual([]);
    expect((await output(name, parent))[as]).toEqual(all);
  });

  if (name in FILTERS) {
    test.each(FILTERS[name] ?? [])(
      "sends %j as the filter %j, which leaves %i, also if the API ignores or rejects it",
      async (...row) => {
        const [filter, header, left] = row;
        expect(await look(filter)).toHaveLength(left);
        expect(service.filters()).toEqual(header === undefined ? [] : [header]);
        const ignored = [200, await service.ask("GET", path)] as const;
        const refused = [400, { errors: [{ field: "X-Filter", reason: "Cannot filter on it" }] }] as const;
        for (const [status, body] of header === undefined ? [ignored] : [ignored, refused]) {
          service.emulator.faults.add({ method: "GET", path, times: 1, effect: { kind: "status", status, body } });
          expect(await look(filter)).toHaveLength(left);
        }
      },
    );
  }

  test("follows pages; rejects unknown inputs, all together and without a request", async () => {
    const message = await messageOf(look({ colour: "blue", size_mb: 3 }));
    expect(message).toBe(`${name}: colour: is not an input of ${name}; size_mb: is not an input of ${name}`);
    expect(service.asked()).toEqual([]);
    const { data } = (await service.ask("GET", path)) as { data: Values[] };
    service.forget();
    for (const page of [1, 2]) {
      const items = data.map((item, index) => ({ ...item, id: `${page}-${index}` }));
      const body = { data: items, page, pages: 2, results: 2 * data.length };
      const effect = { kind: "status", status: 200, body } as const;
      service.emulator.faults.add({ method: "GET", path, nth: page, effect });
    }
    expect(await look()).toHaveLength(2 * data.length);
    expect(service.asked()).toEqual(["", "?page=2"].map((page) => `GET ${path}${page}`));
  });
});

const names = ({ domains }: compute.GetDomainsResult): string[] => domains.map(({ domain }) => domain);

test("sends one request for the same data source, inputs and settings, together or later, plain or as an output", async () => {
  const id = await aZone(service, "one.example");
  const opts = service.program();
  await Promise.all([compute.getDomain({ id }, opts), compute.getDomain({ id: String(id) }, opts)]);
  expect(service.asked()).toHaveLength(1);
  await compute.getDomain({ id }, opts);
  await valueOf(compute.getDomainOutput({ id }, opts));
  expect(service.asked()).toEqual([`GET /domains/${id}`]);
  await compute.getInstances({ label: "one", region: "us-east" }, opts);
  await compute.getInstances({ region: "us-east", label: "one", tags: undefined }, opts);
  expect(service.asked()).toHaveLength(2);
  await compute.getDomains({}, opts);
  await compute.getDomains({ domain: "one.example" }, opts);
  await compute.getDomains({}, service.program());
  expect(service.asked()).toHaveLength(5);
});

test("returns a copy that the caller may modify", async () => {
  await aZone(service, "one.example");
  const opts = service.program();
  const first = await compute.getDomains({}, opts);
  first.domains.length = 0;
  expect(names(await compute.getDomains({}, opts))).toEqual(["one.example"]);
});

test("requests a failed data source again", async () => {
  const id = await aZone(service, "one.example");
  const opts = service.program();
  const effect = { kind: "status" as const, status: 403 };
  service.emulator.faults.add({ method: "GET", path: "/domains/*", effect });
  expect(await messageOf(compute.getDomain({ id }, opts))).toContain("HTTP 403");
  expect(await compute.getDomain({ id }, opts)).toMatchObject({ domain: "one.example" });
  expect(service.asked()).toHaveLength(2);
});

test("an output that depends on a resource, or has an input from one, ignores results from before it existed", async () => {
  const opts = service.program();
  expect(names(await compute.getDomains({}, opts))).toEqual([]);
  const made = aZone(service, "one.example").then(String);
  const after = compute.getDomainsOutput({}, { ...opts, dependsOn: aResource("one", made) });
  expect(names(await valueOf(after))).toEqual(["one.example"]);
  expect(names(await compute.getDomains({ domain: "two.example" }, opts))).toEqual([]);
  await aZone(service, "two.example");
  const domain = outputOf(aResource("two"), "two.example");
  expect(names(await valueOf(compute.getDomainsOutput({ domain }, opts)))).toEqual(["two.example"]);
});

test("an output that depends on a planned resource stays unknown, and sends no request", async () => {
  const planned = aResource("planned", null);
  const output = compute.getDomainsOutput({}, { ...service.program(), dependsOn: [planned] });
  await valueOf(output);
  expect(await (output as unknown as { isKnown: Promise<boolean> }).isKnown).toBe(false);
  expect(service.asked()).toEqual([]);
});

test("a plain data source rejects an output as an input, and names the output form", async () => {
  const id = pulumi.output(1) as unknown as number;
  const message = await messageOf(compute.getDomain({ id }, service.program()));
  expect(message).toBe("getDomain: id is an output. Use getDomainOutput instead.");
});
