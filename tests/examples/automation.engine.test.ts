import path from "node:path";
import { expectExit, start } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { compileExample } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { filesContaining } from "../support/files-below";
import { counted, instances } from "../support/engine-service";

const PASSWORD = "Automated-Pass-1";

describe("a stack that is managed through the Automation API", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    compileExample("automation", project.folder);
    const run = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
      start(process.execPath, ["index.js", ...args], { cwd: project.folder, env: { ...project.env, ...env } }).ended;

    const created = await run(["up"], { ROOT_PASS: PASSWORD });
    const servers = await instances(emulator);
    const leaks = filesContaining(project.backend, PASSWORD).map((file) => path.relative(project.backend, file));
    emulator.poke("instance", servers[0]?.id as number, { tags: ["somebody"] });
    const drifted = await counted(emulator, () => run(["drift"]));
    const unknown = await run(["repair"]);
    const destroyed = await run(["destroy"]);
    const left = await instances(emulator);
    return { created, servers, leaks, drifted, unknown, destroyed, left };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("up creates the instance and prints its address", () => {
    expectExit(story.created, 0);
    const [address] = story.servers[0]?.ipv4 as string[];
    expect(story.servers).toMatchObject([{ status: "running", tags: ["web"] }]);
    expect(story.created.stdout).toContain(`The address is ${address}.\n`);
  });

  test("the root password is neither in the state nor in the output", () => {
    expect(story.leaks).toEqual([]);
    expect(story.created.output).not.toContain(PASSWORD);
  });

  test("drift detects an out-of-band change, reports it with its exit code, and changes nothing", () => {
    expectExit(story.drifted, 2);
    expect(story.drifted.stdout).toContain("Somebody has changed something.");
    expect(story.drifted.writeNames).toEqual([]);
  });

  test("an unknown command is rejected with the list of commands", () => {
    expectExit(story.unknown, 1);
    expect(story.unknown.stderr).toContain("up | drift | destroy");
  });

  test("destroy deletes the instance", () => {
    expectExit(story.destroyed, 0);
    expect(story.left).toEqual([]);
  });
});
