import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { domains } from "../support/engine-service";

const ZONE = `new compute.Domain("zone", { domain: "a.example.com", type: "master", soaEmail: "admin@example.com" });`;

describe("a brand without an API URL", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  /** The state contains the brand, but no URL: an earlier version also wrote such states. */
  async function live() {
    const emulator = await engine.emulator({ brand: "acme" });
    const project = (await engine.project(emulator)).program(ZONE);
    project.configure({ "compute:brand": "acme" });
    await project.mustUp();
    const refresh = ["refresh", "--yes", "--skip-preview", "--stack", STACK];
    const refreshed = await project.run(refresh, { COMPUTE_URL: undefined });
    const held = project.resource("zone")?.id;
    const ended = await project.destroy();
    return { refreshed, held, ended, left: await domains(emulator) };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("fails a refresh with a message that lists what to set", () => {
    const { code, output } = story.refreshed;
    expect(code).not.toBe(0);
    expect(output).toContain('Brand "acme" has no default URL');
    for (const way of ["pulumi config set compute:url", "COMPUTE_URL", "`url` to a compute.Provider"]) {
      expect(output).toContain(way);
    }
  });

  test("does not modify the state of an earlier up, and COMPUTE_URL makes it usable again", () => {
    expect(story.held).toMatch(/^\d+$/);
    expectExit(story.ended, 0);
    expect(story.left).toEqual([]);
  });
});
