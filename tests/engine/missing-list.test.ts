import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { counted } from "../support/engine-service";

const LIST = "/databases/mysql/instances";
const PROGRAM = `
  for (let n = 0; n < 8; n++) {
    new compute.MysqlDatabase("db" + n, { engine: "mysql/8.0.26", region: "us-east", type: "g6-nanode-1" });
  }
`;

describe("a list that is not there for a moment", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof slip>>;

  async function slip() {
    const emulator = await engine.emulator();
    const project = (await engine.project(emulator)).program(PROGRAM);
    await project.mustUp();
    const before = project.resources().map(({ urn, id }) => [urn, id]);
    emulator.faults.add({ method: "GET", path: LIST, effect: { kind: "status", status: 404 } });
    const refreshed = await counted(emulator, () => project.refresh());
    const [fault] = emulator.faults.list();
    const after = project.resources().map(({ urn, id }) => [urn, id]);
    return { before, refreshed, fault, after, clean: await counted(emulator, () => project.previewUnchanged()) };
  }

  beforeAll(async () => {
    story = await slip();
  }, STORY_MS);

  test("costs a refresh of several databases a request for each, and nothing else", () => {
    expectExit(story.refreshed, 0);
    expect(story.fault).toMatchObject({ fired: 1 });
    expect(story.refreshed.requests).toBeLessThanOrEqual(9);
    expect(story.refreshed.writes).toEqual([]);
  });

  test("takes nothing out of the state, and the next preview has nothing to do", () => {
    expect(story.after).toEqual(story.before);
    expectExit(story.clean, 0);
  });
});
