import { expectExit } from "../support/engine-cli";
import { engineStory } from "../support/engine-fixture";
import { counted, instances } from "../support/engine-service";

const PROVISION_MS = 600_000;

/** One instance exceeds its timeout; for the other, the update request after the POST fails. */
const PROGRAM = `
  const plan = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "a long password" };
  new compute.Instance("slow", plan, { customTimeouts: { create: "3s" } });
  new compute.Instance("half", { ...plan, alerts: { cpu: 55 } });
  new compute.Domain("zone", { domain: "unfinished.example.com", type: "master", soaEmail: "admin@example.com" });
`;

describe("creates that fail halfway, followed by a refresh, which discards the mark", () => {
  const story = engineStory(async (engine) => {
    const emulator = await engine.emulator({ clock: "stepped", provisionMs: PROVISION_MS });
    const project = (await engine.project(emulator)).program(PROGRAM);
    emulator.faults.add({ method: "PUT", path: "/compute/instances/*", effect: { kind: "status", status: 400 } });
    const failed = await counted(emulator, () => project.up());
    const left = { slow: project.resource("slow"), half: project.resource("half"), zone: project.resource("zone") };
    emulator.clock.advance(PROVISION_MS);
    const resumed = await counted(emulator, () => project.up("--refresh"));
    const ids = { slow: project.resource("slow")?.id, half: project.resource("half")?.id };
    return { failed, left, resumed, ids, live: await instances(emulator) };
  });

  test("the up fails with a message that states the cause and the remedy", () => {
    expectExit(story.failed, 1);
    expect(story.failed.output).toMatch(/instance \d+ is still "provisioning" after 3 seconds/);
    expect(story.failed.output).toContain('customTimeouts: { create: "…" }');
    expect(story.failed.output).toMatch(/PUT \/compute\/instances\/\d+ returned HTTP 400/);
  });

  test("the state contains both instances, and resources that do not depend on them are finished", () => {
    const { slow, half, zone } = story.left;
    expect(slow?.id).toMatch(/^\d+$/);
    expect(half?.id).toMatch(/^\d+$/);
    expect(slow?.initErrors).toHaveLength(1);
    expect(half?.initErrors).toHaveLength(1);
    expect(zone?.initErrors).toBeUndefined();
  });

  test("a wait that sees the same status repeatedly prints one line", () => {
    const lines = story.failed.stdout.split("\n").filter((line) => /Instance slow .*waiting for/.test(line));
    expect(lines).toEqual([expect.stringContaining('provisioning, waiting for "running"')]);
  });

  test("the next up resumes with the same instances and creates no others", () => {
    expectExit(story.resumed, 0);
    expect(story.resumed.output).toContain("The last operation did not finish; this update resumes it.");
    expect(story.resumed.writes).toEqual([
      expect.objectContaining({
        method: "PUT",
        requestBody: { alerts: expect.objectContaining({ cpu: 55 }) as unknown },
      }),
    ]);
    expect(story.ids).toEqual({ slow: story.left.slow?.id, half: story.left.half?.id });
    expect(story.live.map(({ id, status }) => [String(id), status]).sort()).toEqual(
      [story.ids.slow, story.ids.half].map((id) => [id, "running"]).sort(),
    );
  });
});
