import { writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { kinds } from "../../provider/resources/registry";
import { cleanEnvironment, must, pulumiCommand, STACK, start } from "../support/engine-cli";
import {
  all,
  counted,
  domains,
  engineStory,
  make,
  makeZone,
  privateImages,
  whileTimeFlies,
} from "../support/engine-fixture";
import { SHOP, shopNameserver } from "../support/origins";
import { SCHEMA_FILE } from "../support/package-schema";
import { temporaryFolder } from "../support/temporary-folder";

const PLAN = `region: "us-east", type: "g6-nanode-1"`;

/** One resource of every type, and what the programs of the other stories don't use. */
const programWith = (nameserver: string, backups: { on: string; off: string }, allowed: string): string => `
  const web = new compute.Instance("web", { ${PLAN}, image: "compute/debian11", rootPass: "a long password", backupsEnabled: true });
  const standby = new compute.Instance("standby", { ${PLAN} });
  const copy = new compute.Instance("copy", { ${PLAN} });
  const snapshot = new compute.InstanceSnapshot("snapshot", { instanceId: web.id, label: "release" });
  const restore = new compute.InstanceRestore("restore",
    { instanceId: web.id, backupId: snapshot.backupId, targetInstanceId: standby.id, overwrite: true });
  const clone = new compute.InstanceClone("clone", { instanceId: web.id, targetInstanceId: copy.id }, { dependsOn: [restore] });
  const { disks } = compute.getInstanceDisksOutput({ instanceId: web.id });
  new compute.Image("captured", { diskId: disks[0].id, label: "captured" }, { dependsOn: [clone] });
  new compute.Image("golden", { label: "golden", region: "us-east", source: "disk.img.gz" });
  new compute.Instance("switched-on", { ${PLAN}, ${backups.on} });
  new compute.Instance("switched-off", { ${PLAN}, ${backups.off} });

  const orders = new compute.MongoDatabase("orders", { engine: "mongodb/4.4.10", ${PLAN}, allowList: ["192.0.2.1"] });
  const backup = new compute.MongoDatabaseBackup("backup", { databaseId: orders.id, label: "before" });
  const back = new compute.MongoDatabaseRestore("back", { databaseId: orders.id, backupId: backup.backupId });
  const patch = new compute.MongoDatabasePatch("patch", { databaseId: orders.id }, { dependsOn: [back] });
  new compute.MongoCredentialsReset("reset", { databaseId: orders.id }, { dependsOn: [patch] });
  const shop = new compute.MysqlDatabase("shop", { engine: "mysql/8.0.26", ${PLAN}, allowList: ["${allowed}"] });

  const zone = { type: "master", soaEmail: "admin@example.com" };
  const imported = new compute.Domain("imported",
    { ...zone, domain: "${SHOP}", importFrom: { remoteNameserver: "${nameserver}" } });
  new compute.Domain("cloned", { ...zone, domain: "clone.example.com", cloneFrom: imported.id });
  new compute.Zone("zone", { ...zone, domain: "zone.example.com", records: [{ type: "A", name: "www", target: "192.0.2.10" }] });
  new compute.DomainRecordSet("records", {
    domainId: new compute.Domain("other", { ...zone, domain: "set.example.com" }).id,
    records: ["a", "b"].map((name) => ({ type: "A", name, target: "192.0.2.10" })),
  });

  exports.version = compute.getDatabaseEngineOutput({ id: "mongodb/4.4.10" }).version;
  exports.databases = compute.getDatabasesOutput({}, { dependsOn: [orders, shop] }).databases.length;
`;
/** As a program in another language declares its `Zone`: the plugin constructs the component. */
const constructed = (program: string): string =>
  program.replace(/new compute\.Zone\((.*)\);/, 'new pulumi.ComponentResource("compute:index:Zone", $1, {}, true);');
const ALL = 22;
const [ENABLED, DISABLED] = ["backupsEnabled: true", "backupsEnabled: false"];

test("the CLI accepts the package schema", async () => {
  const cwd = temporaryFolder({});
  const env = { ...cleanEnvironment(), PULUMI_HOME: cwd, PULUMI_SKIP_UPDATE_CHECK: "true" };
  await must(start(pulumiCommand(), ["schema", "check", SCHEMA_FILE], { cwd, env }).ended);
});

describe("a stack of every type", () => {
  const story = engineStory(async (engine) => {
    // Jobs must take time: one that finishes instantly never shows that it has started.
    const { emulator, project } = await engine.begin({ clock: "stepped", provisionMs: 60_000 });
    writeFileSync(path.join(project.folder, "disk.img.gz"), gzipSync("disk"));
    const { address } = await shopNameserver();
    const up = (of = project) => counted(emulator, () => must(whileTimeFlies(emulator, () => of.up())));

    const program = programWith(address, { on: DISABLED, off: ENABLED }, "192.0.2.1");
    const created = await up(project.program(program));
    const made = { domains: await domains(emulator), images: await privateImages(emulator) };
    project.useNativePlugin();
    project.program(program, "pulumi-compute/native");
    const toNative = [await counted(emulator, () => must(project.previewUnchanged())), await up()];
    const native = project.types();
    project.program(constructed(program), "pulumi-compute/native");
    const inAnyLanguage = await counted(emulator, () => must(project.previewUnchanged()));
    project.program(program);
    const back = [await counted(emulator, () => must(project.previewUnchanged())), await up()];
    const dynamic = project.types();
    project.program(
      programWith(address, { on: ENABLED, off: `${DISABLED}, confirmBackupsDeletion: true` }, "192.0.2.2"),
    );
    const switched = await up();
    const databases = await all(emulator, "/databases/mysql/instances");

    const zone = await makeZone(emulator, "hand.example", { description: "made by hand" });
    const options = ["--yes", "--generate-code=false", "--protect=false", "--stack", STACK];
    await project.must(["import", "compute:index:Domain", "hand", String(zone.id), ...options]);
    const found = project.state().resources?.find(({ urn }) => urn.endsWith("::hand"));

    const place = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", label: "by-hand" };
    const instance = await make(emulator, "/compute/instances", { ...place, root_pass: "correct-horse-battery-1" });
    emulator.clock.advance(60_000);
    const other = await engine.project(emulator);
    other.useNativePlugin();
    const declare = (rootPass: string, options: object) => {
      const text = `new compute.Instance("hand", ${JSON.stringify({ ...place, tags: ["blue"], rootPass })}, ${JSON.stringify(options)});`;
      return other.program(text, "pulumi-compute/native");
    };
    const declared = (rootPass: string, options: object) => up(declare(rootPass, options));
    const imported = { import: String(instance.id) };
    emulator.faults.add({ method: "PUT", path: "/**", effect: { kind: "status", status: 400 } });
    const rejected = await declare("correct-horse-battery-1", imported).up();
    const asImported = await declared("correct-horse-battery-1", imported);
    const changed = await declared("correct-horse-battery-2", {});
    const moves = [...toNative, inAnyLanguage, ...back];

    const third = await engine.project(emulator);
    third.useNativePlugin();
    third.program(`new compute.Instance("front", { ${PLAN} });`, "pulumi-compute/native");
    const nameBy = (key: string, value: string) =>
      third.must(["config", "set", "--path", `pulumi:autonaming.${key}`, value, "--stack", STACK]);
    await nameBy("mode", "disabled");
    const unnamed = await third.up();
    await third.must(["config", "rm", "pulumi:autonaming", "--stack", STACK]);
    await nameBy("pattern", "prod-${name}");
    const proposed = await up(third);
    return {
      created,
      made,
      moves,
      native,
      dynamic,
      switched,
      databases,
      found,
      zone,
      rejected,
      asImported,
      changed,
      unnamed,
      proposed,
    };
  });

  test("is created, with each action run once", () => {
    const { created } = story;
    // Of an instance and a database, of an instance and a zone, and of a database.
    for (const [done, times] of Object.entries({ restore: 2, clone: 2, patch: 1 })) {
      expect(created.writeNames.filter((name) => name.endsWith(`/${done}`))).toHaveLength(times);
    }
    expect(created.stdout).toMatch(/version\s*: "4.4.10"/);
    expect(created.stdout).toMatch(/databases\s*: 2/);
  });

  test("imports a zone from its nameserver, clones it, and captures an image of a disk", () => {
    for (const domain of [SHOP, "clone.example.com"]) {
      expect(story.made.domains).toContainEqual(expect.objectContaining({ domain, soa_email: "admin@example.com" }));
    }
    const captured = { label: "captured", status: "available", type: "manual" };
    expect(story.made.images).toContainEqual(expect.objectContaining(captured));
  });

  test("moves to the native plugin and back without a change, and nothing is sent but reads", () => {
    expect(story.native).toHaveLength(ALL);
    expect(new Set(story.native)).toEqual(new Set(kinds.map(({ kind }) => `compute:index:${kind}`)));
    expect(new Set(story.dynamic)).toEqual(new Set(kinds.map(({ kind }) => `pulumi-nodejs:dynamic/compute:${kind}`)));
    expect(story.moves.flatMap(({ writeNames }) => writeNames)).toEqual([]);
  });

  test("enables and cancels the backup service by its own endpoints, and updates the MySQL allow list in place", () => {
    const { switched, databases } = story;
    expect(switched.writeNames.slice().sort()).toEqual([
      "POST /compute/instances/{id}/backups/cancel",
      "POST /compute/instances/{id}/backups/enable",
      "PUT /databases/mysql/instances/{id}",
    ]);
    expect(databases).toMatchObject([{ allow_list: ["192.0.2.2/32"] }]);
  });

  test("takes in a domain by `pulumi import`, with the inputs to declare", () => {
    expect(story.found).toMatchObject({
      id: String(story.zone.id),
      inputs: { domain: "hand.example", type: "master", soaEmail: "somebody@example.com", description: "made by hand" },
    });
  });

  test("imports an instance with its password in the program, which is sent only when it changes, not after a failure", () => {
    expect(story.rejected.output).toMatch(/rootPass: only recorded in state.*HTTP 400/s);
    expect(story.asImported.writeNames).toEqual(["PUT /compute/instances/{id}"]);
    expect(story.changed.writeNames).toContain("POST /compute/instances/{id}/password");
  });

  test("names what the program doesn't name by pulumi:autonaming", () => {
    expect(story.unnamed.output).toContain("label: is required, because pulumi:autonaming is disabled");
    expect(story.proposed.writes[0]?.requestBody).toMatchObject({ label: "prod-front" });
  });
});
