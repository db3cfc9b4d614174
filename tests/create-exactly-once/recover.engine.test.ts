import { rmSync } from "node:fs";
import path from "node:path";
import { expectExit, must, start } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { eventually } from "../support/engine-eventually";
import { engineStory } from "../support/engine-fixture";
import { killTree } from "../support/engine-processes";
import { repository, STACK } from "../support/engine-project";
import type { EngineProject } from "../support/engine-project";
import { instances, makeZone, records } from "../support/engine-service";

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

    project.program(programOf({ web: ELSEWHERE, added: ADDED }));
    const effect = { kind: "delay", ms: NEVER_MS } as const;
    emulator.faults.add({ method: "POST", path: "/compute/instances", times: "always", effect, phase: "after" });
    const up = project.startUp();
    await eventually("instances without a response", async () => (await instances(emulator)).length === 3);
    await eventually("a state that nothing writes", () => project.isWaitingFor("web", "added"));
    killTree(up.pid);
    await up.ended;
    emulator.faults.clear();
    await project.must(["cancel", "--yes", STACK]);
    rmSync(path.join(project.folder, "journal"), { recursive: true, force: true });

    const shown = await recover(project, "--json");
    const applied = await recover(project, "--apply");
    const recorded = ["web", "added"].map((name) => Number(project.resource(name)?.id));
    const live = await instances(emulator);
    const next = await must(project.up());
    const left = await instances(emulator);
    return { shown, applied, recorded, live, next, left, state: JSON.stringify(project.state()) };
  });

  test("shows the resources that were created, and exits with code 2 until they are recorded", () => {
    expectExit(story.shown, 2);
    const { isRepaired, operations } = JSON.parse(story.shown.stdout) as { isRepaired: boolean; operations: unknown[] };
    expect(isRepaired).toBe(false);
    expect(operations).toHaveLength(2);
    for (const name of ["web", "added"])
      expect(operations).toContainEqual(expect.objectContaining({ name, operation: "creating", result: "created" }));
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

describe("an up that is killed before its create arrives, while another stack of the backend creates the same", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin({ tokens: [{ token: "all" }, READER] });
    const zone = await makeZone(emulator, "shop.example");
    const record = { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" };
    project.program(`new compute.DomainRecord("www", ${JSON.stringify(record)});`);
    const effect = { kind: "status", status: 503 } as const;
    emulator.faults.add({ method: "POST", path: "/domains/*/records", times: "always", effect });
    const up = project.startUp();
    await eventually("a state that nothing writes", () => project.isWaitingFor("www"));
    killTree(up.pid);
    await up.ended;
    emulator.faults.clear();
    const locked = await recover(project, "--apply");
    await project.must(["cancel", "--yes", STACK]);

    await project.must(["stack", "init", "other"]);
    await project.must(["up", "--yes", "--skip-preview", "--stack", "other"]);
    rmSync(path.join(project.folder, "journal"), { recursive: true, force: true });
    // Long enough ago that the command need not wait, and the other create right after it.
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const state = project.state();
    project.enterState({ ...state, manifest: { ...state.manifest, time: at(8) } });
    const [theirs] = await records(emulator);
    emulator.poke("record", Number(theirs?.id), { created: at(7).slice(0, 19) });

    const orphan = await recover(project, "--delete-orphans", `${zone.id}/${theirs?.id ?? ""}`);
    const applied = await recover(project, "--apply", "--json");
    return { locked, orphan, applied, recorded: project.ids(), theirs, left: await records(emulator) };
  });

  test("names the remedy for the stack's lock at once", () => {
    expectExit(story.locked, 1);
    expect(story.locked.stderr).toContain(`pulumi cancel organization/fixture/${STACK}`);
  });

  test("neither records nor deletes what the other stack manages, whose passphrase it does not need", () => {
    expectExit(story.orphan, 1);
    expect(story.orphan.stderr).toContain("Nothing was deleted");
    expectExit(story.applied, 0);
    expect(JSON.parse(story.applied.stdout)).toMatchObject({
      unreadStacks: [],
      operations: [{ name: "www", result: "not-created", ids: [] }],
    });
    expect(story.recorded).toEqual({});
    expect(story.left.map(({ id }) => id)).toEqual([story.theirs?.id]);
  });
});
