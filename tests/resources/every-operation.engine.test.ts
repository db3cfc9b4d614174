import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { all, counted, domains, whileTimeFlies } from "../support/engine-service";
import { SHOP, shopNameserver } from "../support/origins";

const PLAN = `region: "us-east", type: "g6-nanode-1"`;

/** What the programs of the other stories don't use. */
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
  new compute.Instance("switched-on", { ${PLAN}, ${backups.on} });
  new compute.Instance("switched-off", { ${PLAN}, ${backups.off} });

  const orders = new compute.MongoDatabase("orders", { engine: "mongodb/4.4.10", ${PLAN}, allowList: ["192.0.2.1"] });
  const backup = new compute.MongoDatabaseBackup("backup", { databaseId: orders.id, label: "before" });
  const back = new compute.MongoDatabaseRestore("back", { databaseId: orders.id, backupId: backup.backupId });
  new compute.MongoDatabasePatch("patch", { databaseId: orders.id }, { dependsOn: [back] });
  const shop = new compute.MysqlDatabase("shop", { engine: "mysql/8.0.26", ${PLAN}, allowList: ["${allowed}"] });

  new compute.Domain("imported", { domain: "${SHOP}", type: "master", soaEmail: "admin@${SHOP}",
    importFrom: { remoteNameserver: "${nameserver}" } });

  exports.version = compute.getDatabaseEngineOutput({ id: "mongodb/4.4.10" }).version;
  exports.databases = compute.getDatabasesOutput({}, { dependsOn: [orders, shop] }).databases.length;
`;

describe("a program with the operations that no other story uses", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    // Jobs must take time: one that finishes instantly never shows that it has started.
    const emulator = await engine.emulator({ clock: "stepped", provisionMs: 60_000 });
    const project = await engine.project(emulator);
    const { address } = await shopNameserver();
    const up = () => counted(emulator, () => whileTimeFlies(emulator, () => project.up()));
    const [enabled, disabled] = ["backupsEnabled: true", "backupsEnabled: false"];
    project.program(programWith(address, { on: disabled, off: enabled }, "192.0.2.1"));
    const created = await up();
    const imported = await domains(emulator);
    const images = await all(emulator, "/images");
    const confirmed = `${disabled}, confirmBackupsDeletion: true`;
    project.program(programWith(address, { on: enabled, off: confirmed }, "192.0.2.2"));
    const switched = await up();
    const databases = await all(emulator, "/databases/mysql/instances");
    return { created, imported, images, switched, databases };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("is created, with each action run once", () => {
    const { created } = story;
    expectExit(created, 0);
    for (const done of ["restore", "clone", "patch"]) {
      expect(created.writeNames.filter((name) => name.endsWith(`/${done}`))).toHaveLength(done === "restore" ? 2 : 1);
    }
    expect(created.stdout).toMatch(/version\s*: "4.4.10"/);
    expect(created.stdout).toMatch(/databases\s*: 2/);
  });

  test("imports the zone from the nameserver", () => {
    expect(story.imported).toMatchObject([{ domain: SHOP, soa_email: `admin@${SHOP}` }]);
  });

  test("captures an image of a disk", () => {
    const [disk] = story.images.filter(({ label }) => label === "captured");
    expect(disk).toMatchObject({ is_public: false, status: "available", type: "manual" });
  });

  test("enables and cancels the backup service by its own endpoints, and updates the MySQL allow list in place", () => {
    const { switched, databases } = story;
    expectExit(switched, 0);
    expect(switched.writeNames.slice().sort()).toEqual([
      "POST /compute/instances/{id}/backups/cancel",
      "POST /compute/instances/{id}/backups/enable",
      "PUT /databases/mysql/instances/{id}",
    ]);
    expect(databases).toMatchObject([{ allow_list: ["192.0.2.2/32"] }]);
  });
});
