import fc from "fast-check";
import { printFile } from "../../cli/adopt/printer/file";
import type { Values } from "../../provider/definition/values";
import { shownArguments } from "../../provider/lifecycle/object/written-arguments";
import { definitionOf } from "../../provider/resources/registry";
import { adopted, expectTakenOver, makeAll, programFor } from "../support/adopted-account";
import { aStack } from "../support/arbitrary-stacks";
import type { Declared } from "../support/arbitrary-stacks";
import { tries } from "../support/chance";
import { Deployment } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import { CONFIGURED, evaluated } from "../support/evaluated-program";
import type { Constructed } from "../support/evaluated-program";
import { aDisk } from "../support/image-data";
import { typeErrors, unformatted } from "../support/program-checks";
import { aZone, EMPTY, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import { HOUR_MS } from "../support/time";

const service = useService({ provisionMs: 1 });

/** All resource types but images and backups: an image's source is unknown, and a backup cannot be created again. */
const RECREATED = ["Domain", "DomainRecord", "Instance", "MongoDatabase", "MysqlDatabase"];

/** Every program that a test adopts, for the formatter and the compiler. */
const programs: Record<string, string> = {};
const keep = (text: string): void => void (programs[`${Object.keys(programs).length}.ts`] = text);

describe("random accounts", () => {
  const kinds = { records: new Set<string>(), set: new Set<string>() };

  /** What the program for the account constructs. */
  async function constructedFor(resources: readonly Declared[], as: "records" | "set"): Promise<Constructed[]> {
    const { program, notes, resources: count } = await adopted(service, ["--records-as", as]);
    const constructed = evaluated(program.files);
    expect(constructed).toHaveLength(count);
    // The API chooses a backup time later.
    expect(notes.lines().filter((line) => !/backups\.schedule|^Skipped every image/.test(line))).toEqual([]);
    const text = program.files.map(printFile).join("\n");
    for (const { args } of resources) expectNothingSecret(text, args[0]);
    for (const { kind } of constructed) kinds[as].add(kind);
    keep(text);
    return constructed;
  }

  test("are adopted without a write, then need no change, and their program recreates them", async () => {
    await fc.assert(
      fc.asyncProperty(aStack, async (resources) => {
        service.emulator.reset();
        await makeAll(service, resources);
        service.clock.advance(HOUR_MS);
        const [records, set] = [await constructedFor(resources, "records"), await constructedFor(resources, "set")];
        await expectTakenOver(service, records);
        const isOfZone = ({ kind }: Constructed): boolean => kind.startsWith("Domain");
        expect(set.filter((one) => !isOfZone(one))).toEqual(records.filter((one) => !isOfZone(one)));
        await expectTakenOver(service, set.filter(isOfZone));
        await expectRecreated();
      }),
      { numRuns: tries(6) },
    );
  });

  test("have resources of every type", () => {
    const of = (names: Iterable<string>) => Array.from(names, (kind) => ({ kind }));
    expect(kindsWithoutRow(of(kinds.records))).toEqual([]);
    expect(kindsWithoutRow(of([...kinds.set, "DomainRecord"]))).toEqual([]);
  });
});

function expectNothingSecret(text: string, { rootPass }: Values): void {
  if (typeof rootPass === "string") expect(text).not.toContain(JSON.stringify(rootPass));
  expect(text).not.toContain(CONFIGURED);
}

/** Expects that the program for the account makes the same in an empty one, as far as the API shows it. */
async function expectRecreated(): Promise<void> {
  const before = await contents();
  const program = await programFor(service, ["--kind", RECREATED.join()]);
  service.emulator.reset();
  const made = new Map<unknown, unknown>();
  for (const { kind, name, args, importId } of program) {
    const deployment = new Deployment(service, kind, name);
    const zone: Values = args.domainId === undefined ? {} : { domainId: made.get(args.domainId) };
    await deployment.up({ ...args, ...zone });
    made.set(importId, deployment.recorded().id);
  }
  expect(await contents()).toEqual(before);
}

/** The contents of the account, without IDs. */
async function contents(): Promise<string[]> {
  service.clock.advance(HOUR_MS);
  const handlersOf = service.process();
  const all = await Promise.all(
    RECREATED.map(async (kind) =>
      (await handlersOf(kind).list({})).map(({ state }) => {
        const { domainId: _, ...told } = shownArguments(definitionOf(kind), state);
        return JSON.stringify([kind, told]);
      }),
    ),
  );
  return all.flat().sort();
}

const ZONE = "shop.example";

/** Creates it, and waits until it is ready. */
async function make(path: string, body: Values): Promise<unknown> {
  const { id } = await service.ask("POST", path, body);
  service.clock.advance(HOUR_MS);
  return id;
}

async function makeRecords(...records: readonly Values[]): Promise<number> {
  const zone = await aZone(service, ZONE);
  for (const record of records) await service.ask("POST", `/domains/${zone}/records`, record);
  return zone;
}

/** A database for each label, and a zone with the label as its description. */
async function makeNamed(...labels: readonly string[]): Promise<void> {
  for (const [index, label] of labels.entries()) {
    await service.ask("POST", "/databases/mysql/instances", { ...MYSQL, label });
    const zone = { domain: `z${index}.example`, type: "master", soa_email: "a@b.example", description: label };
    await service.ask("POST", "/domains", { ...zone, group: label, tags: [label] });
  }
  service.clock.advance(HOUR_MS);
}

/** The program adopts every existing resource. */
async function expectAllTakenOver(count: number, ...options: string[]): Promise<void> {
  const { program, resources } = await adopted(service, options);
  expect(resources).toBe(count);
  keep(program.files.map(printFile).join("\n"));
  await expectTakenOver(service, evaluated(program.files));
}

const TEXTS = [
  `it's "quoted"`,
  "`${process.exit(1)}`",
  "*/ console.log(1) /*",
  "</script>\\",
  "line\nbreak\r\u2028",
  "größe 日本語 😀",
  "\u202ereversed",
];

test("labels, descriptions and records that look like code are only strings in the program, also in a set", async () => {
  await makeNamed(...TEXTS, "class", "123", "constructor", "__proto__", "require");
  const records = [...TEXTS, "x".repeat(2_000)].map((target, index) => ({ type: "TXT", name: `t${index}`, target }));
  await makeRecords(...records);
  const named = 2 * (TEXTS.length + 5);
  await expectAllTakenOver(named + 1 + records.length);
  await expectAllTakenOver(named + 2, "--records-as", "set");
});

test("adopts zones and records with unusual names", async () => {
  await makeRecords(
    { type: "A", name: "*", target: "192.0.2.1" },
    { type: "A", name: "*.deep.er", target: "192.0.2.1" },
    { type: "A", name: `${ZONE}.${ZONE}`, target: "192.0.2.1" },
    { type: "TXT", name: "_dmarc", target: "v=DMARC1; p=none" },
    { type: "CNAME", name: "constructor", target: "a.example" },
    { type: "MX", name: "", target: "", priority: 0 },
    { type: "NS", name: "sub", target: "ns1.example.net" },
    { type: "AAAA", name: "a.b.c", target: "2001:DB8::0001", ttl_sec: 301 },
    { type: "SRV", service: "_sip", protocol: "_udp", target: "sip", priority: 0, weight: 0, port: 0 },
    { type: "CAA", name: "", target: "ca.example", tag: "issuewild" },
  );
  const master = { type: "master", soa_email: "a@b.example", status: "disabled" };
  await make("/domains", { domain: "slave.example", type: "slave", master_ips: ["192.0.2.1"] });
  await make("/domains", { ...master, domain: "class.example" });
  await expectAllTakenOver(13);
  const constructed = await programFor(service);
  expect(constructed.map(({ name }) => name)).toContain(`${ZONE}-wildcard-A`);
  const named = constructed.map(({ args }) => args.name);
  // In the zone, its own name is short for the zone itself.
  expect(named).toContain(`${ZONE}.${ZONE}`);
});

test("adopts identical records one by one, even if a set is requested", async () => {
  const twice = { type: "A", name: "www", target: "192.0.2.1" };
  await makeRecords(twice, twice);
  const constructed = await programFor(service, ["--records-as", "set"]);
  expect(constructed.map(({ kind }) => kind)).toEqual(["Domain", "DomainRecord", "DomainRecord"]);
  await expectTakenOver(service, constructed);
});

test("adopts an instance whose image is deleted, one that is off, and one with every input set", async () => {
  const image = await make("/images", { disk_id: await aDisk(service), label: "gone" });
  const debian = { ...EMPTY, root_pass: "a long password", image: "compute/debian11" };
  await make("/compute/instances", { ...debian, image, label: "from-gone" });
  await make("/compute/instances", { ...debian, label: "off", booted: false });
  const more = { private_ip: true, backups_enabled: true, group: "g", tags: ["blue", "azure"] };
  const id = await make("/compute/instances", { ...debian, ...more, label: "all" });
  await service.ask("PUT", `/compute/instances/${String(id)}`, {
    alerts: { cpu: 10, io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 },
    watchdog_enabled: false,
    backups: { schedule: { day: "Monday", window: "W2" } },
  });
  await service.ask("DELETE", `/images/${String(image)}`);
  service.clock.advance(HOUR_MS);
  const all = (await programFor(service)).map(({ name, args }) => [name, args] as const);
  expect(Object.fromEntries(all)).toMatchObject({
    "from-gone": { image },
    off: { booted: false },
    all: {
      alerts: { cpu: 10 },
      watchdogEnabled: false,
      backups: { schedule: { day: "Monday", window: "W2" } },
      privateIp: true,
    },
  });
  expect(Object.keys(Object.fromEntries(all)["from-gone"] ?? {})).not.toContain("booted");
  await expectAllTakenOver(4);
});

test("declares only the fields of a maintenance window that differ from the default", async () => {
  const id = await make("/databases/mysql/instances", { ...MYSQL, label: "größe 日本語" });
  const updates = { frequency: "monthly", duration: 3, hour_of_day: 20, day_of_week: 7, week_of_month: 2 };
  await service.ask("PUT", `/databases/mysql/instances/${String(id)}`, { updates });
  service.clock.advance(HOUR_MS);
  const [database] = await programFor(service);
  expect(database?.args.updates).toEqual({ frequency: "monthly", weekOfMonth: 2 });
  await expectAllTakenOver(1);
});

test("the formatter and the compiler, with every strict setting, accept all of these programs", async () => {
  expect(await unformatted(programs)).toEqual([]);
  expect(typeErrors(programs)).toEqual([]);
});
