import type { FaultEffect, FaultRule } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { postedLives } from "../kinds";
import { deployed, Deployment, expectOnly, placed } from "../support/deployment";
import { AMBIGUOUS_RESPONSES, faultOf, LATE_REJECTIONS } from "../support/exchange-faults";
import { aFile } from "../support/image-data";
import { aZone, DEPLOYED, errorOf, listed, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import { DAY_MS } from "../support/time";

const service = useService();

const RECORD = { type: "MX", name: "mail", target: "mx.zone.example", ttlSec: 400 };
const IMAGE = { region: "us-east", label: "golden", source: aFile() };
const SRV = { type: "SRV", target: "sip", priority: 1, weight: 2, port: 3, service: "_sip", protocol: "tcp" };

/** The API's limit, which rejects the request. */
const TOO_MANY = {
  what: "HTTP 429 before the request takes effect",
  effect: { kind: "status", status: 429, headers: { "Retry-After": "30" } },
  happened: false,
} as const;

const FEW = { allowList: ["192.0.2.1"] };

describe.each(postedLives)("$title", ({ kind, needs, args: fields }) => {
  test.each([...AMBIGUOUS_RESPONSES, ...LATE_REJECTIONS, TOO_MANY])(
    "is created exactly once when its POST gets $what",
    async ({ happened, ...answer }) => {
      const { args, list } = await placed(service, kind, fields, needs);
      const deployment = new Deployment(service, kind);
      service.emulator.faults.add({ method: "POST", path: list, ...faultOf(answer) });
      expect(await deployment.up(args)).toBe("create");
      await expectOnly(service, list, deployment);
      expect(service.timesSent(`POST ${list}`)).toBe(happened ? 1 : 2);
      expect(await deployment.up(args)).toBe("same");
      expect(await deployment.refresh()).toBe("same");
    },
  );

  test("is unknown if no POST is carried out or answered; the next up creates it", async () => {
    const { args, list } = await placed(service, kind, fields, needs);
    const deployment = new Deployment(service, kind);
    service.emulator.faults.add({ method: "POST", path: list, times: "always", effect: { kind: "reset" } });
    expect(await messageOf(deployment.up(args))).toMatch(
      /^It is unknown whether this .* was created: the service did not confirm it, and the API does not list it\..* Cause: /,
    );
    service.emulator.faults.clear();
    expect(await deployment.up(args)).toBe("replace");
    await expectOnly(service, list, deployment);
  });

  test.each([400, 401, 403, 409, 422])(
    "is rejected at once with %i, without a retry and without an ID",
    async (status) => {
      const { args, list } = await placed(service, kind, fields, needs);
      const deployment = new Deployment(service, kind);
      service.emulator.faults.add({ method: "POST", path: list, effect: { kind: "status", status } });
      const error = await errorOf(deployment.up(args));
      expect(error).not.toHaveProperty("id");
      expect(error.message).toContain(`HTTP ${status}`);
      expect(service.timesSent(`POST ${list}`)).toBe(1);
    },
  );
});

test.each<[string, Values]>([
  ["with a service", SRV],
  ["with its full name", { type: "CNAME", name: "WWW.Zone.Example.", target: "example.com" }],
  ["of the domain itself", { type: "TXT", name: "@", target: "v=spf1 -all" }],
])("a record %s is found when its POST gets no response", async (_, fields) => {
  const { args, list } = await placed(service, "DomainRecord", fields);
  const deployment = new Deployment(service, "DomainRecord");
  service.emulator.faults.add({ method: "POST", path: list, effect: { kind: "lostResponse" } });
  expect(await deployment.up(args)).toBe("create");
  await expectOnly(service, list, deployment);
  expect(service.timesSent(`POST ${list}`)).toBe(1);
  expect(await deployment.refresh()).toBe("same");
});

test.each<[string, Values, Values]>([
  ["DomainRecord", RECORD, {}],
  ["DomainRecordSet", {}, { records: [RECORD] }],
])("a record of a %s that the list shows half a minute late is not created again", async (kind, fields, more) => {
  const { args } = await placed(service, "DomainRecord", fields);
  const path = `/domains/${String(args.domainId)}/records`;
  await service.ask("POST", path, { ...RECORD, name: "other" });
  service.forget();
  service.emulator.faults.add({ method: "POST", path, effect: { kind: "lostResponse" } });
  service.emulator.faults.add({ method: "GET", path, times: 6, effect: { kind: "stale" } });
  const deployment = new Deployment(service, kind);
  await deployment.up({ domainId: args.domainId, ...fields, ...more });
  expect(await listed(service, path)).toHaveLength(2);
  expect(service.timesSent(`POST ${path}`)).toBe(1);
});

describe("after a crash between the POST and the state write, without the journal", () => {
  test("an identical record is kept and named, because its owner is unknown", async () => {
    const { deployment: other, args } = await deployed(service, "DomainRecord", RECORD);
    const next = new Deployment(service, "DomainRecord");
    const { id } = other.recorded();
    // The program also has the other record; a new resource detects that once the other has been compared.
    const process = next.process();
    await other.preview(args, {}, process);
    await next.previewNew(args, {}, process);
    expect(service.warnings().filter((warning) => warning.includes("another one"))).toEqual([]);
    service.said.length = 0;
    await next.previewNew(args);
    const [warning = ""] = service.warnings().slice(-1);
    expect(warning).toMatch(new RegExp(`^Domain record ${id} is identical.*will create another one.*import: "${id}"`));
    const upping = service.process();
    await next.up(args, {}, upping("DomainRecord"));
    await upping.endRun();
    expect(next.recorded().id).not.toBe(id);
    expect(await listed(service, `/domains/${String(args.domainId)}/records`)).toHaveLength(2);
    expect(service.warnings().at(-1)).toMatch(new RegExp(`another one was created.*import: "${id}"`));
  });

  test.each<[string, string, Values, Values]>([
    ["an instance with a generated label", "Instance", DEPLOYED, { tags: ["blue"] }],
    ["an instance with a given label", "Instance", { ...DEPLOYED, label: "web" }, { tags: ["blue"] }],
    ["a domain", "Domain", MASTER, { tags: ["blue"] }],
    ["a MongoDB database with a generated label", "MongoDatabase", { ...MONGO, ...FEW }, { allowList: [] }],
    ["a MySQL database with a generated label", "MysqlDatabase", { ...MYSQL, ...FEW }, { allowList: [] }],
  ])(
    "%s is a conflict, announced by preview, that names the ID, the differences and the import option",
    async (_, kind, args, change) => {
      const { deployment: crashed } = await deployed(service, kind, args);
      const { id } = crashed.recorded();
      const next = new Deployment(service, kind);
      await next.previewNew(args);
      expect(service.warnings()).toEqual([
        expect.stringMatching(new RegExp(`up\` will fail: .* ${id} \\(owner unknown\\) already has .*import: "${id}"`)),
      ]);
      const message = await messageOf(next.up({ ...args, ...change }));
      expect(message).toContain(` ${id} (owner unknown)`);
      expect(message).toContain(`import: "${id}"`);
      expect(message).toContain(Object.keys(change).join());
      expect(service.writes()).toEqual([]);
    },
  );
});

test.each([409, 422, 429])(
  "records of a set are created exactly once when their POSTs return %i although they were carried out",
  async (status) => {
    const domainId = await aZone(service);
    const path = `/domains/${domainId}/records`;
    service.emulator.faults.add({ method: "POST", path, effect: { kind: "status", status }, phase: "after", times: 3 });
    const records = ["a", "b", "c", "d"].map((name) => ({ type: "A", name, target: "192.0.2.1" }));
    const deployment = new Deployment(service, "DomainRecordSet");
    await deployment.up({ domainId, records });
    expect(await listed(service, path)).toHaveLength(4);
    expect(service.timesSent(`POST ${path}`)).toBe(4);
    expect(await deployment.up({ domainId, records })).toBe("same");
  },
);

describe("in one update", () => {
  type Fault = Omit<FaultRule, "path">;
  const slow: Fault = { effect: { kind: "delay", ms: 300 }, phase: "after" };
  const lost: Fault = { effect: { kind: "lostResponse" } };

  test.each<[string, string, Values, readonly Fault[]]>([
    ["records", "DomainRecord", RECORD, []],
    ["records, both without a response", "DomainRecord", RECORD, [{ ...lost, times: 2 }]],
    ["records, one with a slow response and one without", "DomainRecord", RECORD, [slow, { ...lost, nth: 2 }]],
    ["images, one with a slow response and one without", "Image", IMAGE, [slow, { ...lost, nth: 2 }]],
  ])("two resources that declare the same stay two: %s", async (_, kind, fields, faults) => {
    const { args, list } = await placed(service, kind, fields);
    const path = kind === "Image" ? "/images/upload" : list;
    for (const fault of faults) service.emulator.faults.add({ method: "POST", path, ...fault });
    const handlers = service.process()(kind);
    const two = ["one", "two"].map((name) => new Deployment(service, kind, name));
    await Promise.all(two.map((one) => one.up(args, {}, handlers)));
    // The service deletes what was reserved without a response.
    if (kind === "Image") service.clock.advance(DAY_MS);
    await expectOnly(service, list, ...two);
  });

  test("many creates share one list request", async () => {
    const domainId = await aZone(service);
    const handlers = service.process()("DomainRecord");
    const names = Array.from({ length: 10 }, (_, index) => `r${index}`);
    await Promise.all(
      names.map((name) =>
        new Deployment(service, "DomainRecord", name).up({ domainId, type: "TXT", name, target: "x" }, {}, handlers),
      ),
    );
    const looks = service.requests().filter(({ method, path }) => method === "GET" && path.endsWith("/records"));
    expect(looks).toHaveLength(1);
    expect(await listed(service, `/domains/${domainId}/records`)).toHaveLength(10);
  });
});

test.each<[string, FaultEffect]>([
  ["the list is invalid", { kind: "status", status: 200, body: {} }],
  ["the API is down", { kind: "status", status: 503 }],
])("if %s after an ambiguous create, the error says that it may exist", async (_, effect) => {
  const { faults } = service.emulator;
  const list = "/databases/mysql/instances";
  const deployment = new Deployment(service, "MysqlDatabase");
  faults.add({ method: "POST", path: list, phase: "after", effect });
  faults.add({ method: "GET", path: `${list}*`, nth: 2, times: "always", effect });
  const next = "Run the same command again once the service recovers";
  expect(await messageOf(deployment.up(MYSQL, {}, deployment.process()))).toMatch(
    new RegExp(
      `^It is unknown whether this MySQL database was created: .*, and the search for the result failed\\. ${next}\\. Cause: `,
    ),
  );
  faults.clear();
  expect(await listed(service, list)).toHaveLength(1);
});
