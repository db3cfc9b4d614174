import fc from "fast-check";
import { UNKNOWN } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { recordCoexistence } from "../../provider/resources/domain-record";
import { excludes, twoRecordSets } from "../kinds/domain-record-set";
import { answerOf } from "../support/ask";
import { tries } from "../support/chance";
import { deployed, Deployment, expectNoDifference } from "../support/deployment";
import type { Handlers } from "../support/front-end";
import { aZone, listed, messageOf, ZONE } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const { title } = recordCoexistence;

/** The changes of a set, as preview names them: "update A www => A mail". */
type Changes = string[];

/** The requests that preview announces; undefined if it leaves them to the engine's display. */
function previewed(): Changes | undefined {
  const [notice, ...more] = service.messages("info");
  expect(more).toEqual([]);
  if (notice === undefined) return undefined;
  return notice
    .replace("records: ", "")
    .split("; ")
    .flatMap((part) => {
      const [, kind = "", count, titles = ""] = /^to (\w+) \((\d+)\): (.*)$/.exec(part) ?? [];
      const named = titles.split(", ");
      expect(named).toHaveLength(Number(count));
      return named.map((one) => `${kind} ${one}`);
    })
    .sort();
}

// Names are case-insensitive.
const titleOf = ({ name, ...record }: Values = {}): string => title({ ...record, name: String(name).toLowerCase() });

async function recordsById(domainId: number): Promise<Map<string, Values>> {
  const { answer } = await answerOf(service.emulator, "GET", `/domains/${domainId}/records?page_size=500`);
  return new Map((answer.data as Values[]).map((record) => [String(record.id), record]));
}

/** What the requests since the last `forget` did. */
async function sent(domainId: number, before: Map<string, Values>): Promise<Changes> {
  const writes = service.writes();
  const after = await recordsById(domainId);
  const made = [...after].filter(([id]) => !before.has(id));
  expect(writes.filter((write) => write.startsWith("POST"))).toHaveLength(made.length);
  const others = writes.flatMap((write): string[] => {
    const [method, path = ""] = write.split(" ");
    const id = path.slice(path.lastIndexOf("/") + 1);
    const [was, is] = [before, after].map((records) => titleOf(records.get(id)));
    if (method === "DELETE") return [`delete ${was}`];
    return method === "PUT" ? [`update ${was === is ? is : `${was} => ${is}`}`] : [];
  });
  return [...made.map(([, record]) => `create ${titleOf(record)}`), ...others].sort();
}

/** The same records in another order and equivalent form. */
function respelled(records: readonly Values[]): Values[] {
  return [...records].reverse().map((record) => {
    const { name, ttlSec, type, target } = record;
    // Before the zone is known, only the short names of the domain itself are recognizable as such.
    if (type === "MX" && target === "") return { ...record, name: "@" };
    if (type === "SRV") return { ...record, name: "without-effect" };
    const isApex = typeof name !== "string" || name === "" || name === "@" || name.toLowerCase() === ZONE;
    const isFull = !isApex && name.toLowerCase().replace(/\.$/, "").endsWith(`.${ZONE}`);
    return {
      ...record,
      name: isApex ? `${ZONE.toUpperCase()}.` : isFull ? name : `${name.toUpperCase().replace(/\.$/, "")}.${ZONE}.`,
      ...(ttlSec === undefined || ttlSec === null ? { ttlSec: 0 } : {}),
    };
  });
}

/** Previews, updates in another process, and compares. */
async function expectAsPreviewed(deployment: Deployment, domainId: number, args: Values): Promise<Changes> {
  service.said.length = 0;
  if (deployment.state) await deployment.preview(args);
  else await deployment.previewNew(args);
  const promised = previewed();
  const before = await recordsById(domainId);
  service.forget();
  await deployment.up(args);
  const done = await sent(domainId, before);
  const declared = (args.records as Values[]).length;
  if (promised === undefined && done.length > 0) {
    expect(done.filter((one) => one.startsWith("create"))).toHaveLength(declared);
  } else expect(done).toEqual(promised ?? []);
  return done;
}

const A = (name: string, target: unknown): Values => ({ type: "A", name, target });

test("previews the requests that the update of any set sends, whatever else is in the zone; then nothing differs", async () => {
  const changes = fc.record({
    sets: twoRecordSets,
    strangers: twoRecordSets,
    exclusive: fc.boolean(),
    drifts: fc.array(fc.nat({ max: 5 }), { maxLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(changes, async ({ sets: [first, second], strangers: [others], exclusive, drifts }) => {
      service.emulator.reset();
      const domainId = await aZone(service, ZONE);
      const path = `/domains/${domainId}/records`;
      // One matches the set.
      const foreign = others.slice(0, 2).filter((other) => !second.some((own) => excludes(own, other)));
      const before = [...foreign, ...second.slice(0, 1)].filter((other) => !first.some((own) => excludes(own, other)));
      for (const { ttlSec, ...record } of before) {
        const body = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
        await answerOf(service.emulator, "POST", path, { ...body, ...(ttlSec === null ? {} : { ttl_sec: ttlSec }) });
      }
      const deployment = new Deployment(service, "DomainRecordSet");
      const args = { domainId, exclusive };
      await expectAsPreviewed(deployment, domainId, { ...args, records: first });
      await expectNoDifference(deployment, { ...args, records: first }, "create");
      const ids = deployment.recorded().outputs.recordIds as number[];
      for (const index of drifts) if (ids[index] !== undefined) await service.ask("DELETE", `${path}/${ids[index]}`);
      await expectAsPreviewed(deployment, domainId, { ...args, records: second });
      // Without a difference to the first set, that update did not see that records were deleted.
      await deployment.refresh();
      const step = await deployment.up({ ...args, records: second });
      await expectNoDifference(deployment, { ...args, records: second }, step);
      expect(deployment.recorded().outputs.recordIds).toHaveLength(second.length);
      expect(await expectAsPreviewed(deployment, domainId, { ...args, records: respelled(second) })).toEqual([]);
      await expectNoDifference(deployment, { ...args, records: respelled(second) }, "same");
    }),
    { numRuns: tries(40) },
  );
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
