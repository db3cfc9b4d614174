import { must, STACK } from "../support/engine-cli";
import { counted, engineStory, instances } from "../support/engine-fixture";

const programWith = (image: string, protect = true): string => `
  new compute.Instance("web", {
    region: "us-east", type: "g6-nanode-1", image: "${image}", rootPass: "a long password",
    rebuildOnImageChange: true, shutdownBeforeDelete: 60,
  }, { protect: ${protect} });
`;

describe("an instance that is rebuilt, and shut down before it is deleted", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    await must(project.program(programWith("compute/debian11")).up());
    const { web } = project.ids();
    const ending = await must(project.run(["preview", "--stack", STACK], { COMPUTE_WARN_END_OF_LIFE: "true" }));
    project.program(programWith("compute/ubuntu22.04"));
    const previewed = await must(project.run(["preview", "--diff", "--stack", STACK]));
    const rebuilt = await counted(emulator, () => must(project.up()));
    const live = await instances(emulator);
    await must(project.previewUnchanged());
    await must(project.program(programWith("compute/ubuntu22.04", false)).up());
    return { web, ending, previewed, rebuilt, live, destroyed: await counted(emulator, () => must(project.destroy())) };
  });

  test("keeps its ID, in one request, although it is protected; preview warns that its disks are erased", () => {
    expect(story.previewed.output).toMatch(
      /warning: Instance web: image: rebuilds the instance: all its disks are erased/,
    );
    expect(story.previewed.output).not.toContain("replace");
    expect(story.rebuilt.writeNames).toEqual(["POST /compute/instances/{id}/rebuild"]);
    expect(story.live).toMatchObject([{ id: Number(story.web), image: "compute/ubuntu22.04", status: "running" }]);
  });

  test("is named by a preview without changes, on request, because its image has reached its end of life", () => {
    expect(story.ending.output).toContain("image: compute/debian11 has reached its end of life (2026-08-15)");
  });

  test("is shut down by the destroy", () => {
    expect(story.destroyed.writeNames).toEqual([
      "POST /compute/instances/{id}/shutdown",
      "DELETE /compute/instances/{id}",
    ]);
  });
});
