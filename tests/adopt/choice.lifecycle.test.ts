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
import { exportOf } from "../support/exported-stack";
import { aDisk } from "../support/image-data";
import { aZone, DEPLOYED, EMPTY, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import { HOUR_MS } from "../support/time";

const service = useService({ provisionMs: 1 });

async function aRecord(domainId: number, more: Values = {}): Promise<string> {
  const record = { type: "A", name: "www", target: "192.0.2.1", ...more };
  return `${domainId}/${String((await service.ask("POST", `/domains/${domainId}/records`, record)).id)}`;
}

async function aMachine(label: string, more: Values = {}): Promise<string> {
  const { id } = await service.ask("POST", "/compute/instances", { ...EMPTY, label, ...more });
  service.clock.advance(HOUR_MS);
  return String(id);
}

const paths = (): string[] => service.requests().map(({ path }) => path);
const idsFor = async (...options: string[]): Promise<string[]> =>
  (await programFor(service, options)).map(({ importId }) => importId);

describe("selecting what to adopt", () => {
  test("by type adopts only these resource types and reads no other list", async () => {
    const zone = await aZone(service);
    await aRecord(zone);
    const machine = await aMachine("web");
    service.forget();
    expect(await idsFor("--kind", "Instance,Domain")).toEqual([machine, String(zone)]);
    expect(paths().sort()).toEqual(["/compute/instances", "/domains"]);
  });

  test("by type skips contents whose type is not listed, with a note", async () => {
    await aRecord(await aZone(service));
    const { notes } = await adopted(service, ["--kind", "Domain"]);
    expect(notes.lines()).toContain(
      "Skipped every domain record of these domains. To adopt them as well, add DomainRecord to --kind.",
    );
    expect((await adopted(service, ["--kind", "Domain,DomainRecord"])).notes.lines()).toEqual([]);
  });

  test("by label adopts the matching resources and their contents", async () => {
    const [one, two] = [await aZone(service, "one.example"), await aZone(service, "two.example")];
    const record = await aRecord(one);
    await aRecord(two);
    const machine = await aMachine("one.web");
    await aMachine("two.web");
    expect(await idsFor("--label", "one.*")).toEqual([machine, String(one), record]);
  });

  test("by tag adopts the matching resources and their contents", async () => {
    const zone = { domain: "a.example", type: "master", soa_email: "a@a.example", tags: ["blue", "old"] };
    const { id } = await service.ask("POST", "/domains", zone);
    const record = await aRecord(Number(id));
    await aZone(service, "b.example");
    const machine = await aMachine("web", { tags: ["green"] });
    await aMachine("other");
    expect(await idsFor("--tag", "blue", "--tag", "green")).toEqual([machine, String(id), record]);
  });

  test("by zone adopts the zone and its records, and reads nothing else", async () => {
    const [one, two] = [await aZone(service, "one.example"), await aZone(service, "two.example")];
    const record = await aRecord(one);
    await aRecord(two);
    await aMachine("web");
    service.forget();
    expect(await idsFor("--zone", "ONE.example")).toEqual([String(one), record]);
    expect(paths()).toEqual(["/domains", `/domains/${one}/records`]);
  });

  test("by ID adopts these resources and their contents", async () => {
    const zone = await aZone(service, "one.example");
    const records = [await aRecord(zone), await aRecord(zone, { name: "mail" })];
    const machine = await aMachine("web");
    await aMachine("other");
    expect(await idsFor("--id", `${machine},${zone}`)).toEqual([machine, String(zone), ...records]);
    expect(await idsFor("--id", String(records[1]))).toEqual([records[1]]);
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
    const disk = await aDisk(service);
    const golden = await service.ask("POST", "/images", { disk_id: disk, label: "golden" });
    service.clock.advance(HOUR_MS);
    expect(await idsFor("--kind", "Image")).toEqual([golden.id]);
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

  test("resource types without tags if --tag is given, with a note", async () => {
    await aDatabase(service);
    const { program, notes } = await adopted(service, ["--tag", "blue", "--kind", "MongoDatabase,MongoDatabaseBackup"]);
    expect(evaluated(program.files)).toEqual([]);
    expect(notes.lines()).toEqual([
      "Skipped every MongoDB database: MongoDB databases have no tags. To adopt one, use --id without --tag.",
    ]);
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

  test("resources with an operation in progress, with a note", async () => {
    const body = { ...EMPTY, label: "new", image: DEPLOYED.image, root_pass: "a password" };
    await service.ask("POST", "/compute/instances", body);
    const { program, notes } = await adopted(service, ["--kind", "Instance"]);
    expect(evaluated(program.files)).toEqual([]);
    expect(notes.lines()).toEqual([expect.stringMatching(/^1 × instance: skipped: currently \w+; try again later$/)]);
  });

  test("resources with values that no program can declare, with a note", async () => {
    const zone = await aZone(service);
    service.emulator.poke("domain", zone, { type: "slave" });
    const { program, notes } = await adopted(service, ["--kind", "Domain,DomainRecord"]);
    expect(evaluated(program.files)).toEqual([]);
    expect(notes.lines()).toEqual([
      `Skipped domain ${zone} "zone.example", which remains unmanaged: a program cannot declare its values (masterIps must have at ` +
        `least one address for type "slave"). Correct them in the service's console, then adopt it with --id ${zone}.`,
    ]);
  });

  test("resources of a given stack; references to them use the ID and name the owner", async () => {
    const zone = new Deployment(service, "Domain", "zone");
    await zone.up(MASTER);
    const record = await aRecord(Number(zone.recorded().id));
    const state = exportOf([{ kind: "Domain", name: "zone", ...zone.recorded() }]);
    const { program, notes } = await adopted(service, [], state);
    const [{ declarations = [] } = {}] = program.files;
    expect(declarations.map(({ importId, args: given }) => [importId, given.domainId])).toEqual([
      [record, Number(zone.recorded().id)],
    ]);
    expect(declarations[0]?.comments).toEqual([
      expect.stringMatching(
        /^domainId: the ID of Domain "zone" in \S+\. You can use its `id` here\. .* move it to a separate file first\.$/,
      ),
    ]);
    expect(notes.lines()).toContain("1 × domain: skipped: already managed by a given stack");
  });

  test("the password setting of an extended program, in favor of a separate one", async () => {
    const zone = new Deployment(service, "Domain", "zone");
    await zone.up(MASTER);
    await aMachine("web", { image: DEPLOYED.image, root_pass: "correct-horse-1" });
    const state = exportOf([{ kind: "Domain", name: "zone", ...zone.recorded() }]);
    expect([...(await adopted(service, [], state)).program.secrets]).toEqual(["adoptedRootPass"]);
    expect([...(await adopted(service, [])).program.secrets]).toEqual(["rootPass"]);
    expect([...(await adopted(service, [], exportOf([]))).program.secrets]).toEqual(["adoptedRootPass"]);
  });

  test("records that a set of a given stack manages", async () => {
    const zone = await aZone(service);
    const set = new Deployment(service, "DomainRecordSet", "records");
    await set.up({ domainId: zone, records: [{ type: "A", name: "www", target: "192.0.2.1" }] });
    const record = await aRecord(zone, { name: "mail" });
    const state = exportOf([{ kind: "DomainRecordSet", name: "records", ...set.recorded() }]);
    const { program } = await adopted(service, ["--kind", "DomainRecord"], state);
    expect(evaluated(program.files).map(({ importId }) => importId)).toEqual([record]);
  });
});

describe("a list that cannot be read", () => {
  test.each([403, 500])("is named, and no program is written (HTTP %d)", async (status) => {
    await aZone(service);
    service.emulator.faults.add({ path: "/domains/*/records", times: 100, effect: { kind: "status", status } });
    const message = await messageOf(adopted(service));
    expect(message).toMatch(/^Could not list domain records of domainId \d+, so nothing was written: /);
    expect(message).toContain(". To adopt the rest, list all kinds but DomainRecord with --kind.");
  });

  test("suggests no other resource types if the token or the API is the cause", async () => {
    service.emulator.faults.add({ method: "GET", path: "/**", times: 100, effect: { kind: "status", status: 401 } });
    const message = await messageOf(adopted(service));
    expect(message).toMatch(/^Could not list \w+s, so nothing was written: .*HTTP 401: .*\.$/);
    expect(message).not.toContain("--kind");
  });
});

describe("a zone", () => {
  const zoneOf = async (records: number): Promise<number> => {
    const zone = await aZone(service);
    for (let index = 0; index < records; index++) await aRecord(zone, { name: `host-${index}` });
    return zone;
  };

  test.each([
    { records: 50, kinds: ["Domain", "DomainRecord"] },
    { records: 51, kinds: ["Domain", "DomainRecordSet"] },
  ])("with $records records is declared as $kinds", async ({ records, kinds }) => {
    await zoneOf(records);
    expect([...new Set((await programFor(service)).map(({ kind }) => kind))]).toEqual(kinds);
  });

  test("without records is declared as a domain only, even with --records-as set", async () => {
    await zoneOf(0);
    expect((await programFor(service, ["--records-as", "set"])).map(({ kind }) => kind)).toEqual(["Domain"]);
  });
});

describe("several files", () => {
  test.each(["kind", "tag"])(
    "by %s declare the same resources as one file, each after what it refers to",
    async (split) => {
      const disk = await aDisk(service);
      const golden = await service.ask("POST", "/images", { disk_id: disk, label: "golden" });
      service.clock.advance(HOUR_MS);
      for (const label of ["a-web", "b-web"]) {
        await aMachine(label, { image: golden.id, root_pass: "a long password", tags: [label, "Index", "../x"] });
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
