import { rmSync } from "node:fs";
import path from "node:path";
import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { domains } from "../support/engine-service";

describe("a project folder from which the package was removed", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof removePackage>>;

  async function removePackage() {
    const emulator = await engine.emulator();
    const project = (await engine.project(emulator)).program(`
      new compute.Domain("zone", { domain: "removed.example.com", type: "master", soaEmail: "admin@example.com" });
    `);
    await project.mustUp();
    rmSync(path.join(project.folder, "node_modules", "pulumi-compute"), { recursive: true });
    const refreshed = await project.refresh();
    return { folder: project.folder, refreshed, held: project.resources(), left: await domains(emulator) };
  }

  beforeAll(async () => {
    story = await removePackage();
  }, STORY_MS);

  test("fails a refresh with a message that names the package and the folder", () => {
    expectExit(story.refreshed, 1);
    expect(story.refreshed.output).toContain("Cannot find module 'pulumi-compute/runtime'");
    expect(story.refreshed.output).toContain(story.folder);
  });

  test("loses nothing of the state or at the service", () => {
    expect(story.held).toHaveLength(1);
    expect(story.left).toHaveLength(1);
  });
});
