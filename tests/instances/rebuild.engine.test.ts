import path from "node:path";
import type { Report } from "../../cli/rehearse/report";
import { ask } from "../support/ask";
import { must, repository, start, STACK } from "../support/engine-cli";
import type { Ended, EngineProject } from "../support/engine-cli";
import { counted, engineStory, instances } from "../support/engine-fixture";

const programWith = (image: string, protect = true, tags: readonly string[] = []): string => `
  new compute.Instance("web", {
    region: "us-east", type: "g6-nanode-1", image: "${image}", rootPass: "a long password",
    rebuildOnImageChange: true, shutdownBeforeDelete: 60, tags: ${JSON.stringify(tags)},
  }, { protect: ${protect} });
`;

/** Runs `pulumi-compute rehearse`. */
function rehearsed({ env, folder }: EngineProject): Promise<Ended> {
  const main = path.join(repository, "dist", "cli", "main.js");
  const args = ["rehearse", "--stack", STACK, "--format", "json", "--fail-on", "loss"];
  return start(process.execPath, [main, ...args], { cwd: folder, env }).ended;
}

describe("an instance that is rebuilt, and shut down before it is deleted", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    await must(project.program(programWith("compute/debian11")).up());
    const { web } = project.ids();
    const ending = await must(project.run(["preview", "--stack", STACK], { COMPUTE_WARN_END_OF_LIFE: "true" }));
    project.program(programWith("compute/ubuntu22.04"));
    const previewed = await must(project.run(["preview", "--diff", "--stack", STACK]));
    const rehearsals = [await rehearsed(project)];
    const rebuilt = await counted(emulator, () => must(project.up()));
    const live = await instances(emulator);
    await must(project.previewUnchanged());
    const theirs = { image: "compute/debian11", root_pass: "another password" };
    await ask(emulator, "POST", `/compute/instances/${web}/rebuild`, theirs);
    rehearsals.push(await rehearsed(project.program(programWith("compute/debian11", false, ["next"]))));
    rehearsals.push(await rehearsed(project.program(programWith("compute/ubuntu22.04", false, ["next"]))));
    const tagged = await counted(emulator, () => must(project.up()));
    const kept = await instances(emulator);
    const effect = { kind: "status", status: 403 } as const;
    emulator.faults.add({ method: "DELETE", path: "/compute/instances/*", effect });
    const failed = await counted(emulator, () => project.destroy());
    const restored = await counted(emulator, () => must(project.up()));
    const destroyed = await counted(emulator, () => must(project.destroy()));
    return { web, ending, previewed, rebuilt, live, tagged, kept, failed, restored, destroyed, rehearsals };
  });

  test("keeps its ID, in one request, although it is protected; preview warns that its disks are erased", () => {
    expect(story.previewed.output).toMatch(
      /warning: Instance web: image: rebuilds the instance: all its disks are erased/,
    );
    expect(story.previewed.output).not.toContain("replace");
    expect(story.rebuilt.writeNames).toEqual(["POST /compute/instances/{id}/rebuild"]);
    expect(story.live).toMatchObject([{ id: Number(story.web), image: "compute/ubuntu22.04", status: "running" }]);
  });

  test("stays as somebody else has rebuilt it, beside an update of tags, which names the image", () => {
    expect(story.tagged.writeNames).toEqual(["PUT /compute/instances/{id}"]);
    expect(story.tagged.output).toMatch(/warning: .*not undone by this update: image\./);
    expect(story.kept).toMatchObject([{ image: "compute/debian11", tags: ["next"] }]);
  });

  test("is lost in a rehearsal only if the update rebuilds it, not if somebody has done so, nor beside an update of tags", () => {
    expect(story.rehearsals.map(({ code }) => code)).toEqual([2, 0, 0]);
    const lost = story.rehearsals.map(({ stdout }) =>
      (JSON.parse(stdout) as Report).operations.map(({ loses }) => loses),
    );
    expect(lost).toEqual([[expect.stringContaining("disks are erased")], [undefined], [undefined]]);
  });

  test("is named by a preview without changes, on request, because its image has reached its end of life", () => {
    expect(story.ending.output).toContain("image: compute/debian11 has reached its end of life (2026-08-15)");
  });

  test("is off after a destroy that fails, and booted by the next up, which says why", () => {
    expect(story.failed.writeNames[0]).toBe("POST /compute/instances/{id}/shutdown");
    expect(story.restored.output).toMatch(/An interrupted deletion .*; this update restores "running"/);
    expect(story.restored.writeNames).toEqual(["POST /compute/instances/{id}/boot"]);
  });

  test("is shut down by the destroy", () => {
    expect(story.destroyed.writeNames).toEqual([
      "POST /compute/instances/{id}/shutdown",
      "DELETE /compute/instances/{id}",
    ]);
  });
});
