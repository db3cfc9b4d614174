import { expectExit } from "../support/engine-cli";
import { setRootPass, useExample } from "../support/engine-example";
import { filesContaining } from "../support/files-below";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { all } from "../support/engine-service";

const EXAMPLE = "mongo-cluster";
const LIST = "/databases/mongodb/instances";

describe("a MongoDB cluster of three nodes, with an allow list and backups", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    setRootPass(project);
    useExample(project, EXAMPLE);
    const created = await project.up();
    const [database] = await all(emulator, LIST);
    const backups = await all(emulator, `${LIST}/${database?.id}/backups`);
    const told = await project.must(["stack", "output", "--show-secrets", "--json", "--stack", STACK]);
    const { connection = "" } = JSON.parse(told.stdout) as Record<string, string>;
    const password = /:([^:@]+)@/.exec(connection)?.[1] ?? "";
    const leaks = filesContaining(project.backend, password);
    return { created, database, backups, connection, password, leaks };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("the allow list of the three nodes contains the instance's address and the office network", () => {
    expectExit(story.created, 0);
    const { database } = story;
    expect(database).toMatchObject({ status: "active", cluster_size: 3, encrypted: true, ssl_connection: true });
    expect(database?.peers).toHaveLength(3);
    expect(database?.allow_list).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\.\d+\/32$/), "198.51.100.0/24"]);
  });

  test("the release's backup exists", () => {
    expect(story.backups).toEqual([expect.objectContaining({ label: "before1", type: "snapshot" })]);
  });

  test("the connection string is shown only with --show-secrets", () => {
    expect(story.connection).toMatch(/^mongodb:\/\/\w+:[^:@]+@[\w.-]+:\d+\/\?tls=true$/);
    expect(story.created.stdout).toMatch(/connection *: \[secret\]/);
    expect(story.password.length).toBeGreaterThan(7);
    expect(story.leaks).toEqual([]);
  });
});
