import fc from "fast-check";
import type { FoundResource } from "../../cli/adopt/found";
import { collectNotes } from "../../cli/adopt/notes";
import { readOptions } from "../../cli/adopt/options";
import { printFile } from "../../cli/typescript/printer/file";
import { select } from "../../cli/adopt/select";
import type { Values } from "../../provider/definition/values";
import { shownArguments } from "../../provider/lifecycle/object/written-arguments";
import { appliedOf } from "../../provider/lifecycle/state/state";
import { definitionOf } from "../../provider/resources/registry";
import { unpacked } from "../../provider/shared/boundary";
import { plainSpecimens } from "../kinds";
import { aBackup, aDatabase, aDisk, anInstance, aSnapshot } from "../support/action-programs";
import { adopted, aStack, expectTakenOver, makeAll, programFor } from "../support/adopted-account";
import type { Declared } from "../support/adopted-account";
import { tries } from "../support/chance";
import { Deployment } from "../support/deployment";
import { CONFIGURED, evaluated } from "../support/evaluated-program";
import type { Constructed } from "../support/evaluated-program";
import { asBridged, exported, exportOf } from "../support/exported-stack";
import { typeErrors, unformatted } from "../support/program-checks";
import { aZone, DEPLOYED, EMPTY, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import { HOUR_MS } from "../support/time";

const service = useService({ provisionMs: 1 });
const PASSWORD = "correct-horse-1";

async function aRecord(domainId: number, more: Values = {}): Promise<string> {
  const record = { type: "A", name: "www", target: "192.0.2.1", ...more };
  return `${domainId}/${String((await service.ask("POST", `/domains/${domainId}/records`, record)).id)}`;
}

async function aMachine(label: string, more: Values = {}): Promise<string> {
  const { id } = await service.ask("POST", "/compute/instances", { ...EMPTY, label, ...more });
  service.clock.advance(HOUR_MS);
  return String(id);
}

async function aGoldenImage(): Promise<unknown> {
  const { id } = await service.ask("POST", "/images", { disk_id: await aDisk(service), label: "golden" });
  service.clock.advance(HOUR_MS);
  return id;
}

/** A resource that a stack manages, and the export of the stack. */
async function aStackWith(kind: string, args: Values): Promise<{ id: string; state: string }> {
  const deployment = new Deployment(service, kind, "zone");
  await deployment.up(args);
  return { id: deployment.recorded().id, state: exportOf([exported(kind, deployment, "zone")]) };
}

const paths = (): string[] => service.requests().map(({ path }) => path);
const idsFor = async (...options: string[]): Promise<string[]> =>
  (await programFor(service, options)).map(({ importId }) => importId);

/** Two zones with records, and two instances: the IDs by name. */
async function twoOfEach(): Promise<Readonly<Record<string, string>>> {
  const zone = { domain: "one.example", type: "master", soa_email: "a@a.example", tags: ["blue", "old"] };
  const one = Number((await service.ask("POST", "/domains", zone)).id);
  const two = await aZone(service, "two.example");
  const ids = { www: await aRecord(one), mail: await aRecord(one, { name: "mail" }), other: await aRecord(two) };
  const web = await aMachine("one.web", { tags: ["green"] });
  const idle = await aMachine("two.web");
  service.forget();
  return { ...ids, web, idle, one: String(one), two: String(two) };
}

describe("selecting what to adopt", () => {
  test.each<[string, options: string[], expected: string[], requests?: string[]]>([
    [
      "by type adopts only these resource types and reads no other list",
      ["--kind", "Instance,Domain"],
      ["one", "two", "web", "idle"],
      ["/compute/instances", "/domains"],
    ],
    ["by label adopts the matching resources and their contents", ["--label", "one.*"], ["one", "www", "mail", "web"]],
    [
      "by tag adopts the matching resources and their contents",
      ["--tag", "blue", "--tag", "green"],
      ["one", "www", "mail", "web"],
    ],
    [
      "by zone adopts the zone and its records, and reads nothing else",
      ["--zone", "ONE.example"],
      ["one", "www", "mail"],
      ["/domains", "/domains/{one}/records"],
    ],
    ["by ID adopts these resources and their contents", ["--id", "{web},{one}"], ["one", "www", "mail", "web"]],
    ["by ID adopts a part of a zone", ["--id", "{mail}"], ["mail"]],
  ])("%s", async (_, options, expected, requests = []) => {
    const ids = await twoOfEach();
    const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? "");
    expect(await idsFor(...options.map(filled))).toEqual(expected.map((name) => ids[name]));
    if (requests.length > 0) expect(paths().sort()).toEqual(requests.map(filled));
  });

  test("by type skips contents whose type is not listed, with a note", async () => {
    await aRecord(await aZone(service));
    const { notes } = await adopted(service, ["--kind", "Domain"]);
    expect(notes.lines()).toContain(
      "Skipped every domain record of these domains. To adopt them as well, add DomainRecord to --kind.",
    );
    expect((await adopted(service, ["--kind", "Domain,DomainRecord"])).notes.lines()).toEqual([]);
  });

  test.each([
    ["--zone", "missing.example"],
    ["--id", "424242"],
  ])("fails if nothing matches %s %s", async (...options) => {
    await aZone(service);
    expect(await messageOf(adopted(service, options))).toContain(
      `No match for ${options.join(" ")} among the selected kinds.`,
    );
  });

  test("includes database backups by default, but instance snapshots only on request", async () => {
    const database = await aDatabase(service);
    const backup = `${database}/${await aBackup(service, database)}`;
    const machine = await anInstance(service, "web");
    const snapshot = `${machine}/${await aSnapshot(service, machine)}`;
    expect(await idsFor()).toEqual([String(machine), String(database), backup]);
    const kinds = ["--kind", "Instance,InstanceSnapshot,MongoDatabaseBackup"];
    expect(await idsFor(...kinds)).toEqual([String(machine), snapshot, backup]);
    await expectTakenOver(service, await programFor(service, kinds));
  });
});

describe("what adopt skips", () => {
  test("images that the API creates automatically", () => {
    const image = (type: string): FoundResource => ({
      definition: definitionOf("Image"),
      id: `private/${type.length}`,
      state: { type, status: "available" },
    });
    const roots = [image("manual"), image("automatic")];
    const notes = collectNotes();
    const chosen = select({ roots, inner: [], unavailable: [] }, readOptions([]), {
      managed: { certain: new Set(), perhaps: new Map() },
      notes,
    });
    expect(chosen).toEqual([roots[0]]);
    expect(notes.lines()).toEqual(["1 × image: skipped: the service creates and deletes automatic images itself"]);
  });

  test("generated replica set names, but not chosen ones", async () => {
    await service.ask("POST", "/databases/mongodb/instances", { ...MONGO, label: "own" });
    await service.ask("POST", "/databases/mongodb/instances", { ...MONGO, label: "joined", replica_set: "shop" });
    service.clock.advance(HOUR_MS);
    const constructed = await programFor(service);
    expect(constructed.map(({ name, args }) => [name, args.replicaSet])).toEqual([
      ["own", undefined],
      ["joined", "shop"],
    ]);
    await expectTakenOver(service, constructed);
  });

  test.each<[string, () => Promise<unknown>, options: string[], note: string | RegExp]>([
    [
      "resource types without tags if --tag is given",
      () => aDatabase(service),
      ["--tag", "blue", "--kind", "MongoDatabase,MongoDatabaseBackup"],
      "Skipped every MongoDB database: MongoDB databases have no tags. To adopt one, use --id without --tag.",
    ],
    [
      "resources with an operation in progress",
      () =>
        service.ask("POST", "/compute/instances", {
          ...EMPTY,
          label: "new",
          image: DEPLOYED.image,
          root_pass: PASSWORD,
        }),
      ["--kind", "Instance"],
      /^1 × instance: skipped: currently \w+; try again later$/,
    ],
    [
      "resources with values that no program can declare",
      async () => service.emulator.poke("domain", await aZone(service), { type: "slave" }),
      ["--kind", "Domain,DomainRecord"],
      new RegExp(
        '^Skipped domain (\\d+) "zone.example", which remains unmanaged: a program cannot declare its values \\(masterIps must have at ' +
          `least one address for type "slave"\\)\\. Correct them in the service's console, then adopt it with --id \\1\\.$`,
      ),
    ],
  ])("%s, with a note", async (_, make, options, note) => {
    await make();
    const { program, notes } = await adopted(service, options);
    expect(evaluated(program.files)).toEqual([]);
    expect(notes.lines()).toEqual([typeof note === "string" ? note : expect.stringMatching(note)]);
  });

  test("secrets of databases, which are not even requested", async () => {
    await aDatabase(service);
    await service.ask("POST", "/databases/mysql/instances", { ...MYSQL, label: "shop" });
    service.forget();
    const { program, notes } = await adopted(service);
    expect(paths().filter((path) => /credentials|ssl/.test(path))).toEqual([]);
    const text = [...program.files.map(printFile), ...notes.lines()].join();
    expect(text).not.toContain(service.emulator.token);
  });

  test("resources of a given stack; references to them use the ID and name the owner", async () => {
    const { id, state } = await aStackWith("Domain", MASTER);
    const record = await aRecord(Number(id));
    const { program, notes } = await adopted(service, [], { state });
    const [{ declarations = [] } = {}] = program.files;
    expect(declarations.map(({ options, args: given }) => [options.import, given?.domainId])).toEqual([
      [record, Number(id)],
    ]);
    expect(declarations[0]?.comments).toEqual([
      expect.stringMatching(
        /^domainId: the ID of Domain "zone" in \S+\. You can use its `id` here\. .* move it to a separate file first\.$/,
      ),
    ]);
    expect(notes.lines()).toContain("1 × domain: skipped: already managed by a given stack");
  });

  test("a resource that a given stack may manage, by its ID, unless the state shows another account", async () => {
    const { id, state } = await aStackWith("Domain", MASTER);
    const inAccount = (account?: Values): string => {
      const exported = JSON.parse(state) as { deployment: { resources: { outputs?: { __applied?: unknown } }[] } };
      for (const { outputs } of exported.deployment.resources)
        if (outputs?.__applied) outputs.__applied = { ...appliedOf(unpacked(outputs)), account };
      return JSON.stringify(exported);
    };
    const unknown = await adopted(service, [], { state: inAccount() });
    expect(unknown.resources).toBe(0);
    expect(unknown.notes.lines()[0]).toContain(`skipped: ${id} may be managed: stack acme/shop/dev has zone with`);
    const other = { brand: "compute", url: "https://other.example", id: "0728944B" };
    expect((await adopted(service, [], { state: inAccount(other) })).resources).toBe(1);
  });

  test("what a resource of the bridged provider manages in a given stack", async () => {
    const record = await aRecord(await aZone(service));
    const [domainId = ""] = record.split("/");
    const own = { kind: "DomainRecord", name: "www", id: record, inputs: {}, outputs: { domainId: Number(domainId) } };
    const state = exportOf([asBridged(own)], { providerType: "linode" });
    const { program } = await adopted(service, [], { state });
    expect(evaluated(program.files).map(({ importId }) => importId)).toEqual([domainId]);
  });

  test("the password setting of an extended program, in favor of a separate one", async () => {
    const { state } = await aStackWith("Domain", MASTER);
    await aMachine("web", { image: DEPLOYED.image, root_pass: PASSWORD });
    expect([...(await adopted(service, [], { state })).program.secrets]).toEqual(["adoptedRootPass"]);
    expect([...(await adopted(service, [])).program.secrets]).toEqual(["rootPass"]);
    expect([...(await adopted(service, [], { state: exportOf([]) })).program.secrets]).toEqual(["adoptedRootPass"]);
  });

  test("records that a set of a given stack manages", async () => {
    const zone = await aZone(service);
    const records = [{ type: "A", name: "www", target: "192.0.2.1" }];
    const { state } = await aStackWith("DomainRecordSet", { domainId: zone, records });
    const record = await aRecord(zone, { name: "mail" });
    const { program } = await adopted(service, ["--kind", "DomainRecord"], { state });
    expect(evaluated(program.files).map(({ importId }) => importId)).toEqual([record]);
  });
});

const UNREAD = "so nothing was written: ";

test("a read-only token, which may not list backups of databases, adopts everything else", async () => {
  const database = await aDatabase(service);
  const backup = `${database}/${await aBackup(service, database)}`;
  const zone = await aZone(service);
  const token = "emulator-read-token";
  const { program, notes } = await adopted(service, ["--exclude-kind", "Image"], { token });
  expect(evaluated(program.files).map(({ importId }) => importId)).toEqual([String(zone), String(database)]);
  expect(notes.lines()).toEqual([
    "1 × list of MongoDB database backups: skipped: the API rejected the token (HTTP 401). To adopt what it contains, use a token that may read it.",
  ]);
  const excluding = await adopted(service, ["--exclude-kind", "MongoDatabaseBackup,Image"], { token });
  expect(excluding.notes.lines()).toEqual([]);
  const failing = (...options: string[]) => messageOf(adopted(service, options, { token }));
  expect(await failing("--kind", "MongoDatabase,MongoDatabaseBackup")).toContain(UNREAD);
  expect(await failing("--id", backup)).toContain(UNREAD);
});

test("a list that the service does not have, as today's has no MongoDB, is skipped, unless it is asked for", async () => {
  const zone = await aZone(service);
  const path = "/databases/mongodb/instances";
  service.emulator.faults.add({ method: "GET", path, times: 100, effect: { kind: "status", status: 404 } });
  const { program, notes } = await adopted(service, ["--exclude-kind", "Image"]);
  expect(evaluated(program.files).map(({ importId }) => importId)).toEqual([String(zone)]);
  expect(notes.lines()).toEqual(["1 × list of MongoDB databases: skipped: the service does not offer it (HTTP 404)."]);
  expect(await messageOf(adopted(service, ["--kind", "MongoDatabase,DomainRecord"]))).toContain(UNREAD);
});

test.each([
  ["/domains/*/records", 500, `domain records of domainId \\d+, ${UNREAD}.* add --exclude-kind DomainRecord\\.$`],
  // No other resource types help if the token or the API is the cause.
  ["/**", 401, `\\w+s, ${UNREAD}(?!.*-kind).*HTTP 401: .*\\.$`],
])("a list at %s that cannot be read is named, and no program is written (HTTP %d)", async (path, status, told) => {
  await aZone(service);
  service.emulator.faults.add({ method: "GET", path, times: 100, effect: { kind: "status", status } });
  expect(await messageOf(adopted(service))).toMatch(new RegExp(`^Could not list ${told}`));
});

test.each<[records: number, options: string[], kinds: string[]]>([
  [50, [], ["Domain", "DomainRecord"]],
  [51, [], ["Domain", "DomainRecordSet"]],
  [0, ["--records-as", "set"], ["Domain"]],
])("a zone with %i records and the options %j is declared as %j", async (records, options, kinds) => {
  const zone = await aZone(service);
  for (let index = 0; index < records; index++) await aRecord(zone, { name: `host-${index}` });
  expect([...new Set((await programFor(service, options)).map(({ kind }) => kind))]).toEqual(kinds);
});

test.each(["kind", "tag"])(
  "several files by %s declare the same resources as one file, each after what it refers to",
  async (split) => {
    const image = await aGoldenImage();
    for (const label of ["a-web", "b-web"]) {
      await aMachine(label, { image, root_pass: PASSWORD, tags: [label, "Index", "../x"] });
    }
    await aRecord(await aZone(service));
    const whole = await programFor(service);
    const { program } = await adopted(service, ["--split", split, "--into", "unused"]);
    expect(program.files.length).toBeGreaterThan(2);
    const parts = evaluated(program.files);
    const byId = (all: typeof whole) => [...all].sort((one, other) => (one.importId < other.importId ? -1 : 1));
    expect(byId(parts)).toEqual(byId(whole));
    await expectTakenOver(service, parts);
  },
);

/** All resource types but images and backups: an image's source is unknown, and a backup cannot be created again. */
const RECREATED = plainSpecimens.map(({ kind }) => kind).filter((kind) => kind !== "Image");

/** Every program that a test adopts, for the formatter and the compiler. */
const programs: Record<string, string> = {};
const keep = (text: string): void => void (programs[`${Object.keys(programs).length}.ts`] = text);

describe("random accounts", () => {
  /** What the program for the account constructs. */
  async function constructedFor(resources: readonly Declared[], as: "records" | "set"): Promise<Constructed[]> {
    const { program, notes, resources: count } = await adopted(service, ["--records-as", as]);
    const constructed = evaluated(program.files);
    expect(constructed).toHaveLength(count);
    // The API chooses a backup time later.
    expect(notes.lines().filter((line) => !/backups\.schedule|^Skipped every image/.test(line))).toEqual([]);
    const text = program.files.map(printFile).join("\n");
    for (const { args } of resources) expectNothingSecret(text, args[0]);
    const kinds = plainSpecimens.map(({ kind }) =>
      kind === "DomainRecord" && as === "set" ? "DomainRecordSet" : kind,
    );
    expect([...new Set(constructed.map(({ kind }) => kind))].sort()).toEqual(kinds.sort());
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
      { numRuns: tries(3) },
    );
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

/** The program adopts every existing resource. */
async function expectAllTakenOver(count: number, ...options: string[]): Promise<void> {
  const { program, resources } = await adopted(service, options);
  expect(resources).toBe(count);
  keep(program.files.map(printFile).join("\n"));
  await expectTakenOver(service, evaluated(program.files));
}

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

test("declares only the fields of a maintenance window that differ from the default, with the API's number of the day", async () => {
  const id = await make("/databases/mysql/instances", { ...MYSQL, label: "größe 日本語" });
  const updates = { frequency: "monthly", duration: 3, hour_of_day: 20, day_of_week: 1, week_of_month: 2 };
  await service.ask("PUT", `/databases/mysql/instances/${String(id)}`, { updates });
  service.clock.advance(HOUR_MS);
  const [database] = await programFor(service);
  expect(database?.args.updates).toEqual({ frequency: "monthly", dayOfWeek: 1, weekOfMonth: 2 });
  await expectAllTakenOver(1);
});

test("the formatter and the compiler, with every strict setting, accept all of these programs", async () => {
  expect(await unformatted(programs)).toEqual([]);
  expect(typeErrors(programs)).toEqual([]);
});
