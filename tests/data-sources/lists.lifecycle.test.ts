import type { Values } from "../../provider/definition/values";
import { anAccount, located, withIds } from "../support/data-source-account";
import { dataSourceForms } from "../support/data-source-forms";
import { useDataSources } from "../support/data-sources";
import { messageOf } from "../support/programs";

const service = useDataSources();

const { plain, output } = dataSourceForms(service);

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
  [{ region: "us-east", engine: "mongodb" }, { region: "us-east", engine: "mongodb" }, 1],
  [{ version: "4.4.10", status: "active" }, { version: "4.4.10", status: "active" }, 1],
  [{ type: "g6-standard-1", label: "nobody" }, { type: "g6-standard-1", label: "nobody" }, 0],
];

const FILTERS: Readonly<Record<string, Filters>> = {
  getTypes: [
    [{ class: "dedicated", vcpus: 4 }, undefined, 1],
    [{ label: "Nanode 1GB", memory: 1024, gpus: 0 }, undefined, 1],
    [{ gpus: 9 }, undefined, 0],
  ],
  getImages: [
    [{ label: "Debian 11", isPublic: true }, { label: "Debian 11", is_public: true }, 1],
    [{ deprecated: true, type: "manual", size: 1 }, { deprecated: true, type: "manual", size: 1 }, 0],
    [{ vendor: "Gentoo" }, { vendor: "Gentoo" }, 1],
  ],
  getInstances: [
    [{ label: "web" }, { label: "web" }, 1],
    [{ tags: ["blue"] }, { "+and": [{ tags: "blue" }] }, 2],
    [{ tags: ["green", "blue"], group: "shop" }, { group: "shop", "+and": [{ tags: "green" }, { tags: "blue" }] }, 1],
    [{ region: "eu-west" }, { region: "eu-west" }, 1],
    [{ image: "compute/debian11" }, { image: "compute/debian11" }, 1],
    [{ id: "4711" }, { id: "4711" }, 0],
    [{ ipv4: "192.0.2.255" }, { ipv4: "192.0.2.255" }, 0],
    [{ group: "" }, { group: "" }, 1],
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
