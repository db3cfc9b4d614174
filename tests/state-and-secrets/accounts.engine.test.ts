import { expectExit, must } from "../support/engine-cli";
import { domains, engineStory, instances } from "../support/engine-fixture";

describe("COMPUTE_URL that leads to another account with the same IDs", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const other = await engine.emulator();
    const program = (ttlSec: number): void => {
      project.program(`
        new compute.Instance("web", { region: "us-east", type: "g6-nanode-1", label: "web" });
        new compute.Domain("zone", { domain: "shop.example", type: "master", soaEmail: "admin@shop.example", ttlSec: ${ttlSec} });
      `);
    };
    program(300);
    await must(project.up());
    project.env.COMPUTE_URL = other.url;
    const twin = await engine.project(other);
    twin.program(`
      new compute.Instance("web", { region: "us-east", type: "g6-nanode-1", label: "theirs" });
      new compute.Domain("zone", { domain: "theirs.example", type: "master", soaEmail: "admin@theirs.example" });
    `);
    await must(twin.up());
    other.resetRequests();
    program(3600);
    const refused = { previewed: await project.preview(), destroyed: await project.destroy() };
    const writes = other.requests().log.filter(({ method }) => method !== "GET");
    const kept = { ids: project.ids(), theirs: [...(await instances(other)), ...(await domains(other))] };
    project.env.COMPUTE_URL = emulator.url;
    const ended = await project.destroy();
    const left = [...(await instances(emulator)), ...(await domains(emulator))];
    return { urls: [emulator.url, other.url], refused, writes, kept, ended, left };
  });

  test.each(["previewed", "destroyed"] as const)(
    "is refused when the stack is %s, and both accounts are named",
    (how) => {
      const { [how]: ended } = story.refused;
      expect(ended.code).not.toBe(0);
      for (const url of story.urls) expect(ended.output).toContain(new URL(url).origin);
    },
  );

  test("leaves the other account and the state as they are", () => {
    expect(story.writes).toEqual([]);
    expect(story.kept.theirs).toHaveLength(2);
    expect(Object.keys(story.kept.ids).sort()).toEqual(["web", "zone"]);
  });

  test("is put right by leading back", () => {
    expectExit(story.ended, 0);
    expect(story.left).toEqual([]);
  });
});
