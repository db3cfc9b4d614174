import { rmSync } from "node:fs";
import path from "node:path";
import { eventually, expectExit, must, repository, STACK, start } from "../support/engine-cli";
import type { Ended, EngineProject } from "../support/engine-cli";
import { engineStory, instances } from "../support/engine-fixture";
import { killTree } from "../support/engine-processes";

/** Longer than any of these commands: the response arrives after they have exited. */
const NEVER_MS = 120_000;
const PASSWORD = "correct-horse-battery-1";
const MAIN = path.join(repository, "dist", "cli", "main.js");
const READER = { token: "reader", scopes: ["computes:read_only", "domains:read_only"] };

function recover(project: EngineProject, ...args: string[]): Promise<Ended> {
  const env = { ...project.env, COMPUTE_TOKEN: READER.token, PULUMI_CONFIG_PASSPHRASE: "of no stack" };
  return start(process.execPath, [MAIN, "recover", "--stack", STACK, ...args], { cwd: project.folder, env }).ended;
}

const HERE = { region: "us-east", label: "web" };
const ELSEWHERE = { region: "eu-west", label: "web-2" };
const ADDED = { region: "us-east", label: "added" };

/** Another region replaces an instance. */
const programOf = (declared: Readonly<Record<string, object>>): string => `
  const rest = { type: "g6-nanode-1", image: "compute/debian11", rootPass: pulumi.secret(${JSON.stringify(PASSWORD)}) };
  for (const [name, args] of Object.entries(${JSON.stringify(declared)})) new compute.Instance(name, { ...rest, ...args });
`;

describe("an up that is killed before responses arrive, and resumed on another machine", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin({ tokens: [{ token: "all" }, READER] });
    await project.program(programOf({ web: HERE })).mustUp();
    // The API's dates have no fractions of a second, by which a fast machine replaces an instance.
    emulator.clock.advance(1_000);

    project.program(programOf({ web: ELSEWHERE, added: ADDED }));
    const effect = { kind: "delay", ms: NEVER_MS } as const;
    emulator.faults.add({ method: "POST", path: "/compute/instances", times: "always", effect, phase: "after" });
    const up = project.startUp();
    await eventually("instances without a response", async () => (await instances(emulator)).length === 3);
    await eventually("a state that nothing writes", () => project.isWaitingFor("web", "added"));
    killTree(up.pid);
    await up.ended;
    emulator.faults.clear();
    const locked = await recover(project, "--apply");
    await project.must(["stack", "init", "other"]);
    await project.must(["cancel", "--yes", STACK]);
    rmSync(path.join(project.folder, "journal"), { recursive: true, force: true });

    const shown = await recover(project, "--json");
    const applied = await recover(project, "--apply");
    const recorded = ["web", "added"].map((name) => Number(project.resource(name)?.id));
    const live = await instances(emulator);
    const next = await must(project.up());
    const left = await instances(emulator);
    return { locked, shown, applied, recorded, live, next, left, state: JSON.stringify(project.state()) };
  });

  test("names the remedy for the stack's lock at once", () => {
    expectExit(story.locked, 1);
    expect(story.locked.stderr).toContain(`pulumi cancel organization/fixture/${STACK}`);
  });

  test("shows the resources that were created, and exits with code 2 until they are recorded", () => {
    expectExit(story.shown, 2);
    const shown = JSON.parse(story.shown.stdout) as { operations: unknown[] };
    // The other stack can be read without its passphrase.
    expect(shown).toMatchObject({ isRepaired: false, unreadStacks: [] });
    expect(shown.operations).toHaveLength(2);
    for (const name of ["web", "added"]) {
      const operation = expect.objectContaining({ name, operation: "creating", result: "created" });
      expect(shown.operations).toContainEqual(operation);
    }
  });

  test("records them in state", () => {
    expectExit(story.applied, 0);
    const made = [ELSEWHERE, ADDED].map((args) => story.live.find(({ label }) => label === args.label)?.id);
    expect(story.recorded).toEqual(made);
  });

  test("lets the next up complete them, and delete the old instance of a replacement", () => {
    expect(story.next.output).not.toContain("pending operations");
    expect(story.left).toHaveLength(2);
    for (const args of [ELSEWHERE, ADDED])
      expect(story.left).toContainEqual(expect.objectContaining({ ...args, status: "running" }));
    expect(story.left.map(({ id }) => id).sort()).toEqual(story.recorded.slice().sort());
  });

  test("shows the password neither in the state nor in an output", () => {
    const { shown, applied, next, state } = story;
    for (const text of [state, shown.output, applied.output, next.output]) expect(text).not.toContain(PASSWORD);
  });
});
