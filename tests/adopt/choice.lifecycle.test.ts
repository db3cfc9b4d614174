import type { Found } from "../../cli/adopt/found";
import { collectNotes } from "../../cli/adopt/notes";
import { readOptions } from "../../cli/adopt/options";
import { printFile } from "../../cli/adopt/printer/file";
import { select } from "../../cli/adopt/select";
import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { adopted, expectTakenOver, programFor } from "../support/adopted-account";
import { aBackup, aDatabase, anInstance, aSnapshot } from "../support/action-programs";
import { Deployment } from "../support/deployment";
import { evaluated } from "../support/evaluated-program";
import { exported } from "../support/drift-scan";
import { exportOf } from "../support/exported-stack";
import { aDisk } from "../support/image-data";
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
      ["web", "idle", "one", "two"],
      ["/compute/instances", "/domains"],
    ],
    ["by label adopts the matching resources and their contents", ["--label", "one.*"], ["web", "one", "www", "mail"]],
    [
      "by tag adopts the matching resources and their contents",
      ["--tag", "blue", "--tag", "green"],
      ["web", "one", "www", "mail"],
    ],
    [
      "by zone adopts the zone and its records, and reads nothing else",
      ["--zone", "ONE.example"],
      ["one", "www", "mail"],
      ["/domains", "/domains/{one}/records"],
    ],
    ["by ID adopts these resources and their contents", ["--id", "{web},{one}"], ["web", "one", "www", "mail"]],
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
  test("public images", async () => {
    const image = await aGoldenImage();
    expect(await idsFor("--kind", "Image")).toEqual([image]);
  });

  test("images that the API creates automatically", () => {
    const image = (type: string): Found => ({
      definition: definitionOf("Image"),
      id: `private/${type.length}`,
      state: { type, status: "available" },
    });
    const roots = [image("manual"), image("automatic")];
    const notes = collectNotes();
    const chosen = select({ roots, inner: [] }, readOptions([]), { managed: new Set(), notes });
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
    const { program, notes } = await adopted(service, [], state);
    const [{ declarations = [] } = {}] = program.files;
    expect(declarations.map(({ importId, args: given }) => [importId, given.domainId])).toEqual([[record, Number(id)]]);
    expect(declarations[0]?.comments).toEqual([
      expect.stringMatching(
        /^domainId: the ID of Domain "zone" in \S+\. You can use its `id` here\. .* move it to a separate file first\.$/,
      ),
    ]);
    expect(notes.lines()).toContain("1 × domain: skipped: already managed by a given stack");
  });

  test("the password setting of an extended program, in favor of a separate one", async () => {
    const { state } = await aStackWith("Domain", MASTER);
    await aMachine("web", { image: DEPLOYED.image, root_pass: PASSWORD });
    expect([...(await adopted(service, [], state)).program.secrets]).toEqual(["adoptedRootPass"]);
    expect([...(await adopted(service, [])).program.secrets]).toEqual(["rootPass"]);
    expect([...(await adopted(service, [], exportOf([]))).program.secrets]).toEqual(["adoptedRootPass"]);
  });

  test("records that a set of a given stack manages", async () => {
    const zone = await aZone(service);
    const records = [{ type: "A", name: "www", target: "192.0.2.1" }];
    const { state } = await aStackWith("DomainRecordSet", { domainId: zone, records });
    const record = await aRecord(zone, { name: "mail" });
    const { program } = await adopted(service, ["--kind", "DomainRecord"], state);
    expect(evaluated(program.files).map(({ importId }) => importId)).toEqual([record]);
  });
});

const REST = ". To adopt the rest, list all kinds but DomainRecord with --kind.";

test.each([
  ["/domains/*/records", 403, /^Could not list domain records of domainId \d+, so nothing was written: /, [REST]],
  ["/domains/*/records", 500, /^Could not list domain records of domainId \d+, so nothing was written: /, [REST]],
  // No other resource types help if the token or the API is the cause.
  ["/**", 401, /^Could not list \w+s, so nothing was written: .*HTTP 401: .*\.$/, []],
])(
  "a list at %s that cannot be read is named, and no program is written (HTTP %d)",
  async (path, status, told, rest) => {
    await aZone(service);
    service.emulator.faults.add({ method: "GET", path, times: 100, effect: { kind: "status", status } });
    const message = await messageOf(adopted(service));
    expect(message).toMatch(told);
    expect(message.includes("--kind")).toBe(rest.length > 0);
    for (const part of rest) expect(message).toContain(part);
  },
);

test.each<[records: number, options: string[], kinds: string[]]>([
  [50, [], ["Domain", "DomainRecord"]],
  [51, [], ["Domain", "DomainRecordSet"]],
  [0, ["--records-as", "set"], ["Domain"]],
])("a zone with %i records and the options %j is declared as %j", async (records, options, kinds) => {
  const zone = await aZone(service);
  for (let index = 0; index < records; index++) await aRecord(zone, { name: `host-${index}` });
  expect([...new Set((await programFor(service, options)).map(({ kind }) => kind))]).toEqual(kinds);
});

describe("several files", () => {
  test.each(["kind", "tag"])(
    "by %s declare the same resources as one file, each after what it refers to",
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
});
