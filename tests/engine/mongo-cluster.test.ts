import { expectExit } from "../support/engine-cli";
import { setRootPass, useExample } from "../support/engine-example";
import { filesContaining } from "../support/files-below";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { all, counted } from "../support/engine-service";

const EXAMPLE = "mongo-cluster";
const LIST = "/databases/mongodb/instances";
const RELEASE_2: [string, string] = ['config.get("release") ?? "1"', '"2"'];

describe("a MongoDB cluster of three nodes, with an allow list and backups", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    setRootPass(project);
    const look = async () => {
      const [database] = await all(emulator, LIST);
      if (!database) return { database, backups: [] };
      return { database, backups: await all(emulator, `${LIST}/${database.id}/backups`) };
    };

    useExample(project, EXAMPLE);
    const created = await counted(emulator, () => project.up());
    const made = await look();
    const told = await project.must(["stack", "output", "--show-secrets", "--json", "--stack", STACK]);
    const { connection = "" } = JSON.parse(told.stdout) as Record<string, string>;
    const password = /:([^:@]+)@/.exec(connection)?.[1] ?? "";
    const leaks = filesContaining(project.backend, password);
    useExample(project, EXAMPLE, [RELEASE_2]);
    const released = await counted(emulator, () => project.up());
    const after = await look();
    return {
      created,
      made,
      connection,
      password,
      leaks,
      released,
      after,
    };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("the instance's own address and the office are in the allow list of three nodes", () => {
    expectExit(story.created, 0);
    const { database } = story.made;
    expect(database).toMatchObject({ status: "active", cluster_size: 3, encrypted: true, ssl_connection: true });
    expect(database?.peers).toHaveLength(3);
    expect(database?.allow_list).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\.\d+\/32$/), "198.51.100.0/24"]);
  });

  test("the backup of the release is there", () => {
    expect(story.made.backups).toEqual([expect.objectContaining({ label: "before1", type: "snapshot" })]);
  });

  test("the connection string is there for who asks for secrets, and for nobody else", () => {
    expect(story.connection).toMatch(/^mongodb:\/\/\w+:[^:@]+@[\w.-]+:\d+\/\?tls=true$/);
    expect(story.created.stdout).toMatch(/connection *: \[secret\]/);
    expect(story.password.length).toBeGreaterThan(7);
    expect(story.leaks).toEqual([]);
  });

  test("the next release makes its backup, and then deletes the one before", () => {
    expectExit(story.released, 0);
    expect(story.released.writeNames).toEqual([`POST ${LIST}/{id}/backups`, `DELETE ${LIST}/{id}/backups/{backupId}`]);
    expect(story.after.backups).toEqual([expect.objectContaining({ label: "before2" })]);
    expect(story.after.database?.id).toBe(story.made.database?.id);
  });
});
