import { rmSync } from "node:fs";
import path from "node:path";
import { expectExit, start } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { eventually } from "../support/engine-eventually";
import { engineStory } from "../support/engine-fixture";
import { killTree } from "../support/engine-processes";
import { repository, STACK } from "../support/engine-project";
import type { EngineProject } from "../support/engine-project";
import { all, make } from "../support/engine-service";

/** Longer than any of these commands: the response arrives after they have exited. */
const NEVER_MS = 120_000;
const PASSWORD = "correct-horse-battery-1";
const MAIN = path.join(repository, "dist", "cli", "main.js");
const READER = { token: "reader", scopes: ["computes:read_only", "domains:read_only"] };

function recover(project: EngineProject, ...args: string[]): Promise<Ended> {
  const env = { ...project.env, COMPUTE_TOKEN: READER.token };
  return start(process.execPath, [MAIN, "recover", "--stack", STACK, ...args], { cwd: project.folder, env }).ended;
}

const HERE = { region: "us-east", label: "web" };
const ELSEWHERE = { region: "eu-west", label: "web-2" };
const INSTANCES = "/compute/instances";

/** The record is created before the instance. Another region replaces the instance. */
const programOf = (domainId: number, instance: object): string => `
  const www = new compute.DomainRecord("www", { domainId: ${domainId}, type: "A", name: "www", target: "192.0.2.1" });
  const password = pulumi.secret(${JSON.stringify(PASSWORD)});
  new compute.Instance("web", { type: "g6-nanode-1", image: "compute/debian11", rootPass: password,
    ...${JSON.stringify(instance)} }, { dependsOn: [www] });
`;

describe("an up that is killed before a response arrives, and resumed on another machine", () => {
  const story = engineStory(async (engine) => {
    const emulator = await engine.emulator({ tokens: [{ token: "all" }, READER] });
    const zone = await make(emulator, "/domains", {
      domain: "zone.example",
      type: "master",
      soa_email: "a@zone.example",
    });
    const project = (await engine.project(emulator)).program(programOf(Number(zone.id), HERE));

    /** An `up` that is killed when it has created an instance, on a machine whose journal is lost. */
    async function interruptedUp(): Promise<void> {
      const before = (await all(emulator, INSTANCES)).length;
      const effect = { kind: "delay", ms: NEVER_MS } as const;
      emulator.faults.add({ method: "POST", path: INSTANCES, effect, phase: "after" });
      const up = project.startUp();
      await eventually("an instance without a response", async () => (await all(emulator, INSTANCES)).length > before);
      await eventually("a state that nothing writes", () => project.isWaitingFor("web"));
      killTree(up.pid);
      await up.ended;
      emulator.faults.clear();
      await project.must(["cancel", "--yes", STACK]);
      rmSync(path.join(project.folder, "journal"), { recursive: true, force: true });
    }

    await interruptedUp();
    const shown = await recover(project, "--json");
    const applied = await recover(project, "--apply");
    const [first] = await all(emulator, INSTANCES);
    const recorded = project.resource("web")?.id;
    project.program(programOf(Number(zone.id), ELSEWHERE));
    await interruptedUp();
    const replacement = await recover(project, "--apply");
    const next = await project.up();
    const instances = await all(emulator, INSTANCES);
    const replaced = project.resource("web")?.id;
    const state = JSON.stringify(project.state());
    await project.previewUnchanged();
    return { shown, applied, first, recorded, replacement, next, instances, replaced, state };
  });

  test("shows the resource that was created, and exits with code 2 until it is recorded", () => {
    expectExit(story.shown, 2);
    expect(JSON.parse(story.shown.stdout)).toMatchObject({
      isRepaired: false,
      operations: [{ name: "web", operation: "creating", result: "created" }],
    });
  });

  test("records it in state", () => {
    expectExit(story.applied, 0);
    expect(story.recorded).toBe(String(story.first?.id));
  });

  test("records an interrupted replacement, so that the next up completes it and deletes the old instance", () => {
    expectExit(story.replacement, 0);
    expectExit(story.next, 0);
    expect(story.next.output).not.toContain("pending operations");
    expect(story.instances).toMatchObject([{ ...ELSEWHERE, status: "running" }]);
    expect(story.replaced).toBe(String(story.instances[0]?.id));
  });

  test("shows the password neither in the state nor in an output", () => {
    for (const text of [
      story.state,
      story.shown.output,
      story.applied.output,
      story.replacement.output,
      story.next.output,
    ]) {
      expect(text).not.toContain(PASSWORD);
    }
  });
});
