import { writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { kinds } from "../../provider/resources/registry";
import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { make } from "../support/engine-service";

/** One resource of every type. */
const PROGRAM = `
  const plan = { region: "us-east", type: "g6-nanode-1" };
  const web = new compute.Instance("web", { ...plan, image: "compute/debian11", rootPass: "correct-horse-battery-1", backupsEnabled: true });
  const standby = new compute.Instance("standby", plan);
  const snapshot = new compute.InstanceSnapshot("snapshot", { instanceId: web.id, label: "before" });
  const restore = new compute.InstanceRestore("restore",
    { instanceId: web.id, backupId: snapshot.backupId, targetInstanceId: standby.id, overwrite: true });
  new compute.InstanceClone("clone",
    { instanceId: web.id, targetInstanceId: new compute.Instance("copy", plan).id }, { dependsOn: [restore] });
  new compute.Image("golden", { label: "golden", region: "us-east", source: "disk.img.gz" });
  const database = { ...plan, allowList: ["192.0.2.1"] };
  new compute.MysqlDatabase("shop", { ...database, engine: "mysql/8.0.26" });
  const orders = new compute.MongoDatabase("orders", { ...database, engine: "mongodb/4.4.10" });
  const backup = new compute.MongoDatabaseBackup("backup", { databaseId: orders.id, label: "nightly" });
  const back = new compute.MongoDatabaseRestore("back", { databaseId: orders.id, backupId: backup.backupId });
  const patch = new compute.MongoDatabasePatch("patch", { databaseId: orders.id }, { dependsOn: [back] });
  new compute.MongoCredentialsReset("reset", { databaseId: orders.id }, { dependsOn: [patch] });
  const zone = { type: "master", soaEmail: "admin@example.com" };
  new compute.Zone("zone", { ...zone, domain: "zone.example.com", records: [{ type: "A", name: "www", target: "192.0.2.10" }] });
  new compute.DomainRecordSet("records", {
    domainId: new compute.Domain("other", { ...zone, domain: "set.example.com" }).id,
    records: ["a", "b"].map((name) => ({ type: "A", name, target: "192.0.2.10" })),
  });
`;
const ALL = 17;

describe("a stack of every type", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof tell>>;

  async function tell() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    writeFileSync(path.join(project.folder, "disk.img.gz"), gzipSync("disk"));
    const writesSince = (count: number): string[] =>
      emulator
        .requests()
        .log.slice(count)
        .flatMap(({ method, path: at }) => (method === "GET" ? [] : [`${method} ${at}`]));

    await project.program(PROGRAM).mustUp();
    const sent = emulator.requests().log.length;
    project.useNativePlugin();
    project.program(PROGRAM, "pulumi-compute/native");
    expectExit(await project.previewUnchanged(), 0);
    await project.mustUp();
    const native = project.types();
    project.program(PROGRAM);
    expectExit(await project.previewUnchanged(), 0);
    await project.mustUp();
    const dynamic = project.types();
    const writes = writesSince(sent);

    const zone = await make(emulator, "/domains", {
      domain: "hand.example",
      type: "master",
      soa_email: "a@hand.example",
      description: "made by hand",
    });
    const imported = await project.run([
      ...["import", "compute:index:Domain", "hand", String(zone.id), "--yes", "--generate-code=false"],
      ...["--protect=false", "--stack", STACK],
    ]);
    const found = project.state().resources?.find(({ urn }) => urn.endsWith("::hand"));

    const place = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", label: "by-hand" };
    const instance = await make(emulator, "/compute/instances", { ...place, root_pass: "correct-horse-battery-1" });
    const other = await engine.project(emulator);
    other.useNativePlugin();
    const declared = (rootPass: string, options: object): string =>
      `new compute.Instance("hand", ${JSON.stringify({ ...place, rootPass })}, ${JSON.stringify(options)});`;
    const writesOf = async (program: string): Promise<string[]> => {
      const before = emulator.requests().log.length;
      await other.program(program, "pulumi-compute/native").mustUp();
      return writesSince(before);
    };
    const asImported = await writesOf(declared("correct-horse-battery-1", { import: String(instance.id) }));
    const changed = await writesOf(declared("correct-horse-battery-2", {}));
    return { native, dynamic, writes, imported, found, zone, asImported, changed };
  }

  beforeAll(async () => {
    story = await tell();
  }, STORY_MS);

  test("moves to the native plugin and back without a change, and nothing is sent but reads", () => {
    expect(story.native).toHaveLength(ALL);
    expect(new Set(story.native)).toEqual(new Set(kinds.map(({ kind }) => `compute:index:${kind}`)));
    expect(new Set(story.dynamic)).toEqual(new Set(kinds.map(({ kind }) => `pulumi-nodejs:dynamic/compute:${kind}`)));
    expect(story.writes).toEqual([]);
  });

  test("takes in a domain by `pulumi import`, with the inputs to declare", () => {
    expectExit(story.imported, 0);
    expect(story.found).toMatchObject({
      id: String(story.zone.id),
      inputs: { domain: "hand.example", type: "master", soaEmail: "a@hand.example", description: "made by hand" },
    });
  });

  test("imports an instance with its password in the program, which is sent only when it changes", () => {
    expect(story.asImported).toEqual([]);
    expect(story.changed).toContainEqual(expect.stringMatching(/^POST \/compute\/instances\/\d+\/password$/));
  });
});
