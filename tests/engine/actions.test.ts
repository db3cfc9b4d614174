import { ask } from "../support/ask";
import { expectExit } from "../support/engine-cli";
import { filesContaining } from "../support/files-below";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { counted, make } from "../support/engine-service";

const MONGO = "/databases/mongodb/instances";

/** Nothing in the program calls the credentials secret. */
const programWith = (databaseId: number, release: number): string => `
  const web = new compute.Instance("web", {
    region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "a long password", backupsEnabled: true });
  const before = new compute.InstanceSnapshot("before",
    { instanceId: web.id, label: "before", triggers: [{ release: ${release} }] });
  const reset = new compute.MongoCredentialsReset("reset", { databaseId: ${databaseId} });
  const backup = new compute.MongoDatabaseBackup("backup",
    { databaseId: ${databaseId}, label: "after-reset", triggers: [reset.id] });
  exports.backupId = before.backupId;
  exports.password = reset.rootPassword;
`;

describe("actions", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof act>>;

  async function act() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    const fields = { label: "store", region: "us-east", type: "g6-nanode-1", engine: "mongodb/4.4.10" };
    const { id } = await make(emulator, MONGO, fields);
    project.program(programWith(id, 1));
    const created = await counted(emulator, () => project.up());
    const { password } = await ask(emulator, "GET", `${MONGO}/${id}/credentials`);
    const first = project.resource("before");
    const settled = await counted(emulator, () => project.preview("--refresh", "--expect-no-changes"));
    project.program(programWith(id, 2));
    const announced = await counted(emulator, () => project.preview("--diff"));
    const rerun = await counted(emulator, () => project.up());
    const second = project.resource("before");
    const stored = filesContaining(project.backend, String(password));
    const destroyed = await counted(emulator, () => project.destroy());
    const steps = { created, settled, announced, rerun, destroyed };
    return { ...steps, first, second, stored, password: String(password), left: project.resources() };
  }

  beforeAll(async () => {
    story = await act();
  }, STORY_MS);

  test("up runs each of them once", () => {
    expectExit(story.created, 0);
    expect(story.created.writeNames.slice().sort()).toEqual([
      "POST /compute/instances",
      "POST /compute/instances/{id}/backups",
      `POST ${MONGO}/{id}/backups`,
      `POST ${MONGO}/{id}/credentials/reset`,
    ]);
    expect(story.first?.outputs).toMatchObject({ status: "successful", label: "before" });
  });

  test("a preview with a refresh finds no changes, and runs none of them again", () => {
    expectExit(story.settled, 0);
    expect(story.settled.writeNames).toEqual([]);
  });

  test("a preview of other triggers says that another snapshot is taken, and what becomes of the old one", () => {
    expectExit(story.announced, 0);
    expect(story.announced.writeNames).toEqual([]);
    expect(story.announced.output).toMatch(/triggers: takes another snapshot; the service keeps one/);
    expect(story.announced.output).toMatch(/\+-.*replace/);
  });

  test("other triggers run it again, exactly once, and the old one is only forgotten", () => {
    expectExit(story.rerun, 0);
    expect(story.rerun.writeNames).toEqual(["POST /compute/instances/{id}/backups"]);
    expect(story.second?.id).not.toBe(story.first?.id);
    expect(story.rerun.output).toContain(`Forgot the instance snapshot with id ${story.first?.id}`);
  });

  test("the new credentials are encrypted in the state, and never printed", () => {
    expect(story.stored).toEqual([]);
    expect(story.created.output).not.toContain(story.password);
    expect(story.created.output).toMatch(/password\s*: \[secret\]/);
  });

  test("destroy deletes the backup of the database, and forgets the others", () => {
    expectExit(story.destroyed, 0);
    expect(story.destroyed.writeNames.slice().sort()).toEqual([
      "DELETE /compute/instances/{id}",
      `DELETE ${MONGO}/{id}/backups/{backupId}`,
    ]);
    expect(story.left).toEqual([]);
  });
});
