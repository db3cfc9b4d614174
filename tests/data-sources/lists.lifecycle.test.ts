import * as compute from "../../provider";
import type { Values } from "../../provider/definition/values";
import { anAccount } from "../support/data-source-account";
import type { AccountIds } from "../support/data-source-account";
import { dataSourceForms } from "../support/data-source-forms";
import { useDataSources } from "../support/data-sources";
import { messageOf } from "../support/programs";

const service = useDataSources();

const { plain, output } = dataSourceForms(service);

interface Listed {
  readonly name: string;
  /** Member of the result. */
  readonly as: string;
  readonly path: (ids: AccountIds) => string;
  readonly ids?: (ids: AccountIds) => Values;
  /** How many there are. */
  readonly count?: number;
  /** Filters, the X-Filter that each becomes, and how many entries remain. */
  readonly filters: readonly (readonly [args: Values, header: unknown, left: number])[];
}

const DATABASE_FIELDS: Listed["filters"] = [
  [{ label: "orders" }, { label: "orders" }, 1],
  [{ region: "us-east", engine: "mongodb" }, { region: "us-east", engine: "mongodb" }, 1],
  [{ version: "4.4.10", status: "active" }, { version: "4.4.10", status: "active" }, 1],
  [{ type: "g6-standard-1", label: "nobody" }, { type: "g6-standard-1", label: "nobody" }, 0],
];

const LISTS: readonly Listed[] = [
  { name: "getRegions", as: "regions", path: () => "/regions", filters: [] },
  {
    name: "getTypes",
    as: "types",
    path: () => "/compute/types",
    filters: [
      [{ class: "dedicated", vcpus: 4 }, undefined, 1],
      [{ label: "Nanode 1GB", memory: 1024, gpus: 0 }, undefined, 1],
      [{ gpus: 9 }, undefined, 0],
    ],
  },
  {
    name: "getImages",
    as: "images",
    path: () => "/images",
    filters: [
      [{ label: "Debian 11", isPublic: true }, { label: "Debian 11", is_public: true }, 1],
      [{ deprecated: true, type: "manual", size: 1 }, { deprecated: true, type: "manual", size: 1 }, 0],
      [{ vendor: "Gentoo" }, { vendor: "Gentoo" }, 1],
    ],
  },
  {
    name: "getInstances",
    as: "instances",
    path: () => "/compute/instances",
    count: 2,
    filters: [
      [{ label: "web" }, { label: "web" }, 1],
      [{ tags: ["blue"] }, { "+and": [{ tags: "blue" }] }, 2],
      [{ tags: ["green", "blue"], group: "shop" }, { group: "shop", "+and": [{ tags: "green" }, { tags: "blue" }] }, 1],
      [{ region: "eu-west" }, { region: "eu-west" }, 1],
      [{ image: "compute/debian11" }, { image: "compute/debian11" }, 1],
      [{ id: "4711" }, { id: "4711" }, 0],
      [{ ipv4: "192.0.2.255" }, { ipv4: "192.0.2.255" }, 0],
      [{ group: "" }, { group: "" }, 1],
    ],
  },
  {
    name: "getDatabaseEngines",
    as: "engines",
    path: () => "/databases/engines",
    filters: [[{ engine: "mongodb", version: "4.4.10" }, { engine: "mongodb", version: "4.4.10" }, 1]],
  },
  { name: "getDatabases", as: "databases", path: () => "/databases/instances", count: 3, filters: DATABASE_FIELDS },
  {
    name: "getMongoDatabases",
    as: "databases",
    path: () => "/databases/mongodb/instances",
    count: 2,
    filters: DATABASE_FIELDS,
  },
  {
    name: "getMysqlDatabases",
    as: "databases",
    path: () => "/databases/mysql/instances",
    count: 1,
    filters: [[{ label: "users" }, { label: "users" }, 1]],
  },
  {
    name: "getMongoDatabaseBackups",
    as: "backups",
    path: ({ mongo }) => `/databases/mongodb/instances/${mongo}/backups`,
    ids: ({ mongo }) => ({ databaseId: mongo }),
    count: 1,
    filters: [
      [{ type: "snapshot" }, { type: "snapshot" }, 1],
      [{ type: "auto", created: "2024-05-06T07:08:09" }, { type: "auto", created: "2024-05-06T07:08:09" }, 0],
    ],
  },
  {
    name: "getDomains",
    as: "domains",
    path: () => "/domains",
    count: 2,
    filters: [
      [{ domain: "one.example" }, { domain: "one.example" }, 1],
      [{ group: "büro" }, { group: "büro" }, 1],
      [{ tags: ["blue", "green"] }, { "+and": [{ tags: "blue" }, { tags: "green" }] }, 1],
    ],
  },
  {
    name: "getDomainRecords",
    as: "records",
    path: ({ domain }) => `/domains/${domain}/records`,
    ids: ({ domain }) => ({ domainId: domain }),
    count: 2,
    filters: [
      [{ tag: "issue" }, { tag: "issue" }, 1],
      [{ type: "A" }, undefined, 1],
      [{ name: "www", type: "AAAA" }, undefined, 0],
    ],
  },
];

describe.each(LISTS)("$name", ({ name, as, path, ids = () => ({}), count, filters }) => {
  let account: AccountIds;
  const look = async (filter: Values = {}, opts = service.program()): Promise<unknown[]> => {
    const result = await plain(name, { ...ids(account), ...filter }, opts);
    expect(Object.keys(result)).toEqual([as]);
    return result[as] as unknown[];
  };
  beforeEach(async () => {
    account = await anAccount(service);
  });

  test("lists everything without a filter, also as an output", async () => {
    const all = await look();
    if (count === undefined) expect(all.length).toBeGreaterThan(5);
    else expect(all).toHaveLength(count);
    expect(service.asked()).toEqual([`GET ${path(account)}`]);
    expect(service.filters()).toEqual([]);
    expect((await output(name, ids(account)))[as]).toEqual(all);
  });

  if (filters.length > 0) {
    test.each(filters)(
      "sends %j as the filter %j, which leaves %i, also if the API ignores or rejects it",
      async (...row) => {
        const [filter, header, left] = row;
        expect(await look(filter)).toHaveLength(left);
        expect(service.filters()).toEqual(header === undefined ? [] : [header]);
        const envelope = await service.ask("GET", path(account));
        const refusal = { errors: [{ field: "X-Filter", reason: "Cannot filter on it" }] };
        for (const effect of [
          { kind: "status" as const, status: 200, body: envelope },
          { kind: "status" as const, status: 400, body: refusal },
        ]) {
          if (header === undefined && effect.status === 400) continue;
          service.emulator.faults.add({ method: "GET", path: path(account), times: 1, effect });
          expect(await look(filter)).toHaveLength(left);
        }
      },
    );
  }

  test("follows pages; rejects unknown inputs, all together and without a request", async () => {
    const message = await messageOf(look({ colour: "blue", size_mb: 3 }));
    expect(message).toBe(`${name}: colour: is not an input of ${name}; size_mb: is not an input of ${name}`);
    expect(service.asked()).toEqual([]);
    const { data } = (await service.ask("GET", path(account))) as { data: Values[] };
    service.forget();
    for (const page of [1, 2]) {
      const items = data.map((item, index) => ({ ...item, id: `${page}-${index}` }));
      const body = { data: items, page, pages: 2, results: 2 * data.length };
      const effect = { kind: "status", status: 200, body } as const;
      service.emulator.faults.add({ method: "GET", path: path(account), nth: page, effect });
    }
    expect(await look()).toHaveLength(2 * data.length);
    expect(service.asked()).toEqual(["", "?page=2"].map((page) => `GET ${path(account)}${page}`));
  });
});

test("reads all 130 records of a zone in two pages", async () => {
  const { domain } = await anAccount(service);
  for (let n = 0; n < 128; n++) {
    await service.ask("POST", `/domains/${domain}/records`, { type: "TXT", name: `n${n}`, target: `text ${n}` });
  }
  service.forget();
  const { records } = await compute.getDomainRecords({ domainId: domain }, service.program());
  expect(new Set(records.map(({ id }) => id)).size).toBe(130);
  expect(service.asked()).toEqual([`GET /domains/${domain}/records`, `GET /domains/${domain}/records?page=2`]);
});
