import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { must, repository, STACK } from "../support/engine-cli";
import { domains, engineStory } from "../support/engine-fixture";

const PLUGIN = path.join(repository, "dist", "plugin", "plugin.cjs");
const ZONE = `new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: "admin@example.com" });`;

const story = engineStory(async (engine) => {
  const { emulator, project } = await engine.begin();
  // As in a debugger.
  const account = { COMPUTE_URL: emulator.url, COMPUTE_TOKEN: emulator.token };
  const plugin = spawn(process.execPath, [PLUGIN], { stdio: ["ignore", "pipe", "inherit"], env: account });
  const exit = once(plugin, "exit");
  try {
    const [port] = (await once(plugin.stdout, "data")) as [Buffer];
    const env = { PULUMI_DEBUG_PROVIDERS: `compute:${port.toString().trim()}` };
    project.program(ZONE, "pulumi-compute/native");
    // Its preview is one run, and the update another.
    await must(project.run(["up", "--yes", "--stack", STACK], env));
    const created = await domains(emulator);
    await must(project.run(["preview", "--expect-no-changes", "--stack", STACK], env));
    return { created, exit };
  } finally {
    plugin.kill("SIGINT");
  }
});

test("a plugin that a developer started serves every command that attaches to it, until it is interrupted", async () => {
  expect(story.created).toMatchObject([{ domain: "example.com" }]);
  expect(await story.exit).toEqual([0, null]);
});
