import { renameSync } from "node:fs";
import path from "node:path";
import { expectExit, must } from "../support/engine-cli";
import { engineStory } from "../support/engine-fixture";
import { counted, domains } from "../support/engine-service";

const ZONE = `new compute.Domain("zone", { domain: "a.example.com", type: "master", soaEmail: "admin@example.com" });`;

describe("a stack of which something is missing", () => {
  /** The state contains the brand, but no URL: an earlier version also wrote such states. */
  const story = engineStory(async (engine) => {
    const emulator = await engine.emulator({ brand: "acme" });
    const project = (await engine.project(emulator)).program(ZONE);
    project.configure({ "compute:brand": "acme" });
    await project.mustUp();
    project.env.COMPUTE_URL = undefined;
    const refreshed = await project.refresh();
    project.env.COMPUTE_URL = emulator.url;
    // As after a removed installation. The provider's code in the state names a module of the package.
    const [installed, removed] = ["pulumi-compute", "gone"].map((name) =>
      path.join(project.folder, "node_modules", name),
    );
    renameSync(String(installed), String(removed));
    const uninstalled = await counted(emulator, () => project.refresh());
    renameSync(String(removed), String(installed));
    const held = project.resource("zone")?.id;
    const ended = await must(project.destroy());
    return { refreshed, uninstalled, folder: project.folder, held, ended, left: await domains(emulator) };
  });

  test("fails a refresh, without the URL of its brand, with a message that lists what to set", () => {
    const { code, output } = story.refreshed;
    expect(code).not.toBe(0);
    expect(output).toContain('Brand "acme" has no default URL');
    for (const way of ["pulumi config set compute:url", "COMPUTE_URL", "`url` to a compute.Provider"]) {
      expect(output).toContain(way);
    }
  });

  test("fails a refresh, without the package in the project's folder, with a message that names both", () => {
    expectExit(story.uninstalled, 1);
    expect(story.uninstalled.output).toContain("Cannot find module 'pulumi-compute/runtime'");
    expect(story.uninstalled.output).toContain(story.folder);
    expect(story.uninstalled.writes).toEqual([]);
  });

  test("keeps the state of the last up, and is usable again with COMPUTE_URL", () => {
    expect(story.held).toMatch(/^\d+$/);
    expect(story.left).toEqual([]);
  });
});
