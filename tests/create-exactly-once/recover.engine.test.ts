import { rmSync } from "node:fs";
import path from "node:path";
import { expectExit, start } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { eventually } from "../support/engine-eventually";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
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

/** The record is created first; the instance's response never arrives. */
const programOf = (domainId: number): string => `
  const www = new compute.DomainRecord("www", { domainId: ${domainId}, type: "A", name: "www", target: "192.0.2.1" });
  const password = pulumi.secret(${JSON.stringify(PASSWORD)});
  new compute.Instance("web", { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: password,
    label: "web" }, { dependsOn: [www] });
`;

describe("an up that is killed before a response arrives, and resumed on another machine", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof tell>>;

  async function tell() {
    const emulator = await engine.emulator({ tokens: [{ token: "all" }, READER] });
    const zone = await make(emulator, "/domains", {
      domain: "zone.example",
      type: "master",
      soa_email: "a@zone.example",
    });
    const project = (await engine.project(emulator)).program(programOf(Number(zone.id)));
    const effect = { kind: "delay", ms: NEVER_MS } as const;
    emulator.faults.add({ method: "POST", path: "/compute/instances", effect, phase: "after" });
    const up = project.startUp();
    await eventually(
      "an instance without a response",
      async () => (await all(emulator, "/compute/instances")).length === 1,
    );
    await eventually("a state that nothing writes", () => project.isWaitingFor("web"));
    killTree(up.pid);
    await up.ended;
    emulator.faults.clear();
    await project.must(["cancel", "--yes", STACK]);
    rmSync(path.join(project.folder, "journal"), { recursive: true, force: true });
    const shown = await recover(project, "--json");
    const applied = await recover(project, "--apply");
    const next = await project.up();
    const instances = await all(emulator, "/compute/instances");
    const recorded = project.resource("web");
    const state = JSON.stringify(project.state());
    await project.previewUnchanged();
    return { shown, applied, next, instances, recorded, state };
  }

  beforeAll(async () => {
    story = await tell();
  }, STORY_MS);

  test("shows the resource that was created, and exits with code 2 until it is recorded", () => {
    expectExit(story.shown, 2);
    expect(JSON.parse(story.shown.stdout)).toMatchObject({
      isRepaired: false,
      operations: [{ name: "web", operation: "creating", result: "created" }],
    });
  });

  test("records it, so that the next up completes it and creates nothing twice", () => {
    expectExit(story.applied, 0);
    expectExit(story.next, 0);
    expect(story.next.output).not.toContain("pending operations");
    expect(story.instances).toHaveLength(1);
    expect(story.recorded?.id).toBe(String(story.instances[0]?.id));
  });

  test("shows the password neither in the state nor in an output", () => {
    for (const text of [story.state, story.shown.output, story.applied.output, story.next.output]) {
      expect(text).not.toContain(PASSWORD);
    }
  });
});
