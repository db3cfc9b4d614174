import { expectExit, must } from "../support/engine-cli";
import { engineStory } from "../support/engine-fixture";
import { counted, instances } from "../support/engine-service";

const PROVISION_MS = 600_000;

const PROGRAM = `
  new compute.Instance("slow", { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "a long password" },
    { customTimeouts: { create: "3s" } });
  new compute.Domain("zone", { domain: "unfinished.example.com", type: "master", soaEmail: "admin@example.com" });
`;

describe("a create that exceeds its timeout, followed by a refresh, which discards the mark", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin({ clock: "stepped", provisionMs: PROVISION_MS });
    const failed = await project.program(PROGRAM).up();
    const left = { slow: project.resource("slow"), zone: project.resource("zone") };
    emulator.clock.advance(PROVISION_MS);
    const resumed = await counted(emulator, () => must(project.up("--refresh")));
    return { failed, left, resumed, id: project.resource("slow")?.id, live: await instances(emulator) };
  });

  test("fails the up with a message that states the cause and the remedy", () => {
    expectExit(story.failed, 1);
    expect(story.failed.output).toMatch(/instance \d+ is still "provisioning" after 3 seconds/);
    expect(story.failed.output).toContain('customTimeouts: { create: "…" }');
  });

  test("leaves the instance in the state, and resources that do not depend on it finished", () => {
    const { slow, zone } = story.left;
    expect(slow?.id).toMatch(/^\d+$/);
    expect(slow?.initErrors).toHaveLength(1);
    expect(zone?.id).toMatch(/^\d+$/);
    expect(zone?.initErrors).toBeUndefined();
  });

  test("prints one line for a wait that sees the same status repeatedly", () => {
    const lines = story.failed.stdout.split("\n").filter((line) => /Instance slow .*waiting for/.test(line));
    expect(lines).toEqual([expect.stringContaining('provisioning, waiting for "running"')]);
  });

  test("is resumed by the next up with the same instance", () => {
    expect(story.resumed.output).toContain("The last operation did not finish; this update resumes it.");
    expect(story.resumed.writes).toEqual([]);
    expect(story.id).toBe(story.left.slow?.id);
    expect(story.live).toEqual([expect.objectContaining({ id: Number(story.id), status: "running" })]);
  });
});
