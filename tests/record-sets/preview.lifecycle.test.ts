import { UNKNOWN } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { deployed, Deployment, expectSettled } from "../support/deployment";
import type { Handlers } from "../support/front-end";
import { aZone, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const A = (name: string, target: unknown): Values => ({ type: "A", name, target });

test("preview announces the requests that the update sends, also for what others have deleted or added", async () => {
  const domainId = await aZone(service);
  const records = ["a", "b", "c", "d"].map((name) => A(name, "192.0.2.1"));
  const { deployment } = await deployed(service, "DomainRecordSet", { domainId, records });
  const path = `/domains/${domainId}/records`;
  const [deleted] = deployment.recorded().outputs.recordIds as number[];
  await service.ask("DELETE", `${path}/${deleted}`);
  await service.ask("POST", path, A("new", "192.0.2.2"));
  await service.ask("POST", path, A("other", "192.0.2.3"));
  service.said.length = 0;
  service.forget();
  const changed = [records[0], A("b", "192.0.2.9"), A("new", "192.0.2.2"), { type: "TXT", name: "c", target: "x" }];
  expect(await deployment.preview({ domainId, records: changed })).toBe("update");
  const told = "records: to update (2): A b, A c => A a; to create (1): TXT c; to delete (1): A d";
  expect(service.messages("info")).toEqual([told]);
  expect(await deployment.up({ domainId, records: changed })).toBe("update");
  expect(service.writes().map((write) => write.split(" ")[0])).toEqual(["PUT", "PUT", "POST", "DELETE"]);
  await expectSettled(deployment, { domainId, records: changed });
});

describe("before all values are known", () => {
  async function aSet(...records: Values[]) {
    const domainId = await aZone(service);
    const { deployment } = await deployed(service, "DomainRecordSet", { domainId, records });
    service.said.length = 0;
    return { deployment, domainId };
  }

  test("preview names the known changes, adds that they may change, and hides the contents", async () => {
    const { deployment, domainId } = await aSet(A("www", "192.0.2.1"), A("old", "192.0.2.2"));
    const records = [A("www", UNKNOWN), A("new", "192.0.2.7"), UNKNOWN];
    expect(await deployment.preview({ domainId, records })).toBe("update");
    expect(service.messages("info")).toEqual([
      "records: to update (2): A www, A old => A new. Some values are still unknown (in 2 of the records), so this may change",
    ]);
    service.said.length = 0;
    await deployment.preview({ domainId, records: UNKNOWN });
    await deployment.preview({ domainId, records: [A("www", "192.0.2.9")], exclusive: UNKNOWN });
    expect(service.messages("info")).toEqual(["records: to update (1): A www; to delete (1): A old"]);
  });

  test("preview shows the plan from state if the zone cannot be read", async () => {
    const { deployment, domainId } = await aSet(A("www", "192.0.2.1"));
    const path = "/domains/*/records";
    service.emulator.faults.add({ method: "GET", path, times: "always", effect: { kind: "status", status: 403 } });
    await deployment.preview({ domainId, records: [A("mail", "192.0.2.1")] });
    service.emulator.faults.clear();
    expect(service.messages("info")).toEqual(["records: to update (1): A www => A mail"]);
    expect(service.warnings()).toEqual([
      expect.stringContaining("Could not read the existing records, so this preview"),
    ]);
  });
});

const WWW = { type: "A", name: "www", target: "192.0.2.1" };
const KEY = { type: "TXT", name: "key", target: "a secret of the program" };

/** Checks the resources in this order, as a preview of a new stack does. */
async function preview(resources: readonly (readonly [kind: string, args: Values])[]): Promise<string[]> {
  const provider = service.process();
  service.said.length = 0;
  for (const [index, [kind, args]] of resources.entries()) {
    const news = new Deployment(service, kind, `r${index}`).inputsFrom(args);
    expect((await provider(kind).check({}, news)).failures).toEqual([]);
  }
  return service.warnings();
}

/** A record and a set in one zone, not deployed, and one process. */
async function aPair() {
  const domainId = await aZone(service);
  const provider = service.process();
  return {
    domainId,
    provider,
    inZone: () => listed(service, `/domains/${domainId}/records`),
    single: new Deployment(service, "DomainRecord", "key"),
    set: new Deployment(service, "DomainRecordSet", "set"),
  };
}

describe.each([false, true])("a preview (the record before the set: %p)", (isReversed) => {
  const previewOf = (set: Values, single: Values): Promise<string[]> => {
    const both = [["DomainRecordSet", set] as const, ["DomainRecord", single] as const];
    return preview(isReversed ? both.reverse() : both);
  };

  test.each([false, true])("warns about a DomainRecord that a set also declares (exclusive: %p)", async (exclusive) => {
    const domainId = await aZone(service);
    const set = { domainId: String(domainId), records: [WWW, KEY], exclusive };
    const [warning, ...others] = await previewOf(set, { domainId, ...WWW, name: "WWW.", ttlSec: 300 });
    expect(others).toEqual([]);
    expect(warning).toMatch(/^DomainRecord(Set)? "r\d" also declares A www\. Declare each in one place only/);
  });

  test("warns about a DomainRecord that an exclusive set would delete, without its contents", async () => {
    const domainId = await aZone(service);
    const set = { domainId, records: [WWW], exclusive: true };
    const [warning, ...others] = await previewOf(set, { domainId, ...KEY });
    expect(others).toEqual([]);
    expect(warning).toMatch(/With `exclusive`, (this set|DomainRecordSet "r\d") deletes records that/);
    expect(warning).toContain("TXT key");
    expect(warning).not.toContain("secret of the program");
  });

  test.each([
    ["another record", { records: [WWW] }],
    ["one outside `only` of an exclusive set", { records: [WWW], exclusive: true, only: { types: ["A"] } }],
    ["one whose target is unknown", { records: [{ ...KEY, target: UNKNOWN }] }],
    ["another domain", { domainId: 99, records: [KEY] }],
  ])("does not warn about %s", async (_, args) => {
    const domainId = await aZone(service);
    expect(await previewOf({ domainId, ...args }, { domainId, ...KEY })).toEqual([]);
  });
});

test.each([
  ["DomainRecordSet", { records: [WWW] }],
  ["DomainRecord", WWW],
])("warns about two %ss that declare the same record", async (kind, args) => {
  const domainId = await aZone(service);
  const warnings = await preview([1, 2].map(() => [kind, { domainId, ...args }] as const));
  expect(warnings).toEqual([`${kind} "r0" also declares A www. Declare each in one place only.`]);
});

test("an exclusive set keeps a record that another resource of the program manages", async () => {
  const { domainId, provider, single, set, inZone } = await aPair();
  const both = async (handlers: (kind: string) => Handlers): Promise<void> => {
    await single.up({ domainId, ...KEY }, {}, handlers("DomainRecord"));
    await set.up({ domainId, records: [WWW], exclusive: true }, {}, handlers("DomainRecordSet"));
  };
  await both(provider);
  expect(await inZone()).toHaveLength(2);
  // A refresh does not have the program, so it reports the record.
  expect(await set.refresh()).toBe("drift");
  await both(service.process());
  expect(await inZone()).toHaveLength(2);
  await set.destroy();
  expect(await inZone()).toMatchObject([{ type: "TXT" }]);
});

test("fails for a record that an exclusive set deleted earlier in the same update, with the next step", async () => {
  const { domainId, provider, single, set, inZone } = await aPair();
  await single.up({ domainId, ...KEY });
  await set.up({ domainId, records: [WWW] });
  await set.up({ domainId, records: [WWW], exclusive: true }, {}, provider("DomainRecordSet"));
  expect(await inZone()).toHaveLength(1);
  const message = await messageOf(single.up({ domainId, ...KEY }, {}, provider("DomainRecord")));
  expect(message).toMatch(/has just deleted this .*Declare it in one place only.*pulumi up --refresh/);
  expect(message).not.toContain(KEY.target);
});

test("a record of another resource of the program counts as existing, but not as the set's own", async () => {
  const { domainId, provider, single, set, inZone } = await aPair();
  await single.up({ domainId, ...WWW }, {}, provider("DomainRecord"));
  await set.up({ domainId, records: [WWW, KEY] }, {}, provider("DomainRecordSet"));
  expect(set.recorded().outputs.recordIds).toHaveLength(1);
  expect(await inZone()).toHaveLength(2);
  expect(await set.refresh()).toBe("same");
  await set.destroy();
  expect(await inZone()).toMatchObject([{ type: "A" }]);
});

describe("a record that moves from one set to another in one update stays", () => {
  const MAIL = A("mail", "192.0.2.2");
  const NEW = A("new", "192.0.2.3");

  test.each([
    ["which takes it first", ["t", "s"], [WWW], false],
    ["which takes it first, once the other has been compared", ["previewed", "t", "s"], [WWW], false],
    ["which takes it first, from an exclusive set", ["previewed", "t", "s"], [WWW], true],
    ["which takes it first, while the other would make another one of it", ["previewed", "t", "s"], [WWW, NEW], false],
    ["which comes second", ["s", "t"], [WWW], false],
  ])("%s", async (_, order, left, exclusive) => {
    const { domainId, inZone } = await aPair();
    const [s, t] = [0, 1].map((index) => new Deployment(service, "DomainRecordSet", `set${index}`)) as [
      Deployment,
      Deployment,
    ];
    await s.up({ domainId, records: [WWW, KEY], exclusive });
    await t.up({ domainId, records: [MAIL] });
    const provider = service.process()("DomainRecordSet");
    const steps: Record<string, () => Promise<unknown>> = {
      previewed: () => s.preview({ domainId, records: left, exclusive }, {}, provider),
      s: () => s.up({ domainId, records: left, exclusive }, {}, provider),
      t: () => t.up({ domainId, records: [MAIL, KEY] }, {}, provider),
    };
    for (const step of order) await steps[step]?.();
    const owned = [s, t].map((one) => one.recorded().outputs.recordIds as number[]);
    const all = await inZone();
    expect(all.map(({ name }) => name).sort()).toEqual([...left, MAIL, KEY].map(({ name }) => name).sort());
    expect(owned.flat().sort()).toEqual(all.map(({ id }) => id));
    expect(service.warnings().filter((warning) => warning.includes("Remove from `records`"))).toHaveLength(
      order[0] === "t" ? 1 : 0,
    );
    await s.destroy();
    expect((await inZone()).map(({ name }) => name).sort()).toEqual(["key", "mail"]);
  });
});

test("preview notes that a record with unknown values may be one that it names", async () => {
  const domainId = await aZone(service);
  await service.ask("POST", `/domains/${domainId}/records`, KEY);
  const records = [{ ...WWW, target: UNKNOWN }];
  const told = await preview([["DomainRecordSet", { domainId, records, exclusive: true }]]);
  expect(told).toEqual([
    expect.stringMatching(/will delete undeclared records, unless .* still unknown \(1\): TXT key/),
  ]);
  for (const unknown of ["domainId", "records"]) {
    service.forget();
    const args = { domainId, records, exclusive: true, [unknown]: UNKNOWN };
    expect(await preview([["DomainRecordSet", args]])).toEqual([]);
    expect(service.requests().map(({ path }) => path)).toEqual(["/domains"]);
  }
});
