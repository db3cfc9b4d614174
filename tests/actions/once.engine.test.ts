import { ask } from "../support/ask";
import { must } from "../support/engine-cli";
import { filesContaining } from "../support/files-below";
import { counted, engineStory, make } from "../support/engine-fixture";
import { nameIn } from "../support/engine-preview";

const MONGO = "/databases/mongodb/instances";

/** Nothing in the program marks the credentials as secret; the second release removes the actions on the database. */
const programWith = (databaseId: number, release: 1 | 2): string => `
  const web = new compute.Instance("web", {
    region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "a long password", backupsEnabled: true });
  const before = new compute.InstanceSnapshot("before",
    { instanceId: web.id, label: "before", triggers: [{ release: ${release} }] });
  exports.backupId = before.backupId;
  ${release === 1 ? actionsOn(databaseId) : ""}
`;
const actionsOn = (databaseId: number): string => `
  const reset = new compute.MongoCredentialsReset("reset", { databaseId: ${databaseId} });
  new compute.MongoDatabaseBackup("backup", { databaseId: ${databaseId}, label: "after-reset", triggers: [reset.id] });
  exports.password = reset.rootPassword;
`;

describe("actions", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const fields = { label: "store", region: "us-east", type: "g6-nanode-1", engine: "mongodb/4.4.10" };
    const { id } = await make(emulator, MONGO, fields);
    project.program(programWith(id, 1));
    const created = await counted(emulator, () => must(project.up()));
    const { password } = await ask(emulator, "GET", `${MONGO}/${id}/credentials`);
    const first = project.resource("before");
    project.program(programWith(id, 2));
    const rerun = await counted(emulator, () => must(project.up("--refresh", "--diff")));
    const second = project.resource("before");
    const stored = filesContaining(project.backend, String(password));
    return { created, rerun, first, second, stored, password: String(password), left: project.resources() };
  });

  test("up runs each of them once", () => {
    expect(story.created.writeNames.slice().sort()).toEqual([
      "POST /compute/instances",
      "POST /compute/instances/{id}/backups",
      `POST ${MONGO}/{id}/backups`,
      `POST ${MONGO}/{id}/credentials/reset`,
    ]);
    expect(story.first?.outputs).toMatchObject({ status: "successful", label: "before" });
  });

  test("new triggers run it again, exactly once, even after a refresh, and preview explains what happens to the old one", () => {
    expect(story.rerun.writeNames.slice().sort()).toEqual([
      `DELETE ${MONGO}/{id}/backups/{backupId}`,
      "POST /compute/instances/{id}/backups",
    ]);
    expect(story.second?.id).not.toBe(story.first?.id);
    expect(story.rerun.output).toContain(`Removed instance snapshot ${story.first?.id} from state only`);
    expect(story.rerun.output).toMatch(/triggers: takes another snapshot; the service keeps one/);
    expect(story.rerun.output).toMatch(/\+-.*replace/);
  });

  test("the new credentials are encrypted in the state, and never printed", () => {
    expect(story.stored).toEqual([]);
    expect(story.created.output).not.toContain(story.password);
    expect(story.created.output).toMatch(/password\s*: \[secret\]/);
  });

  test("an action removed from the program is deleted if possible, and otherwise only removed from state", () => {
    expect(story.left.map(({ urn }) => nameIn(urn)).sort()).toEqual(["before", "web"]);
  });
});
