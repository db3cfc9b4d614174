import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ask } from "../support/ask";
import { expectExit } from "../support/engine-cli";
import { eventually } from "../support/engine-eventually";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { killTree } from "../support/engine-processes";
import { all, counted, make } from "../support/engine-service";
import type { WireObject } from "../support/engine-service";
import { STACK } from "../support/engine-project";

/** Longer than any of these runs: the answer comes when nobody is there any more. */
const NEVER_MS = 120_000;

const programOf = (zone: WireObject, names: readonly string[]): string => `
  for (const name of ${JSON.stringify(names)}) {
    new compute.DomainRecord(name, { domainId: ${zone.id}, type: "A", name, target: "192.0.2.1" });
  }
`;

describe("an up that is killed together with the provider while the service answers", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof tell>>;

  async function tell() {
    const emulator = await engine.emulator();
    const zone = await make(emulator, "/domains", {
      domain: "zone.example",
      type: "master",
      soa_email: "a@zone.example",
    });
    const records = `/domains/${zone.id}/records`;
    const project = (await engine.project(emulator)).program(programOf(zone, ["a", "b", "c"]));
    emulator.faults.add({
      method: "POST",
      path: records,
      times: "always",
      effect: { kind: "delay", ms: NEVER_MS },
      phase: "after",
    });
    const up = project.startUp();
    await eventually("three records without an answer", async () => (await all(emulator, records)).length === 3);
    killTree(up.pid);
    await up.ended;
    emulator.faults.clear();
    const left = project.resources().filter(({ type }) => type.endsWith("DomainRecord"));
    await project.must(["cancel", "--yes", STACK]);
    // One of the three is not wanted any more.
    project.program(programOf(zone, ["a", "b"]));
    const forgotten = (await all(emulator, records)).find(({ name }) => name === "c");
    const preview = await counted(emulator, () => project.preview());
    const next = await counted(emulator, () => project.up());
    const live = await all(emulator, records);
    const destroyed = await project.destroy();
    const journal = readdirSync(path.join(project.folder, "journal"), { recursive: true, withFileTypes: true });
    const lines = journal.flatMap((entry) =>
      entry.isFile() ? readFileSync(path.join(entry.parentPath, entry.name), "utf8").split("\n").filter(Boolean) : [],
    );
    const rest = await all(emulator, records);
    return { left, preview, next, live, forgotten, id: `${zone.id}/${forgotten?.id}`, lines, destroyed, rest };
  }

  beforeAll(async () => {
    story = await tell();
  }, STORY_MS);

  test("leaves nothing of them in the state", () => {
    expect(story.left).toEqual([]);
  });

  test("is reported by the next preview", () => {
    expect(story.preview.output).toContain("A run that was stopped");
    expect(story.preview.writes).toEqual([]);
  });

  test("is gone on with by the next up, which makes none a second time", () => {
    expectExit(story.next, 0);
    expect(story.next.writeNames).toEqual([]);
    expect(story.next.output.match(/Took over the existing domain record/g)?.length).toBeGreaterThanOrEqual(2);
    expect(story.live).toHaveLength(3);
  });

  test.each(["preview", "next", "destroyed"] as const)(
    "has left a record that the program no longer has, and that is named, with the two commands: %s",
    (run) => {
      expect(story[run].output).toContain(`No resource has the domain record with id ${story.id} (c A)`);
      expect(story[run].output).toMatch(
        new RegExp(`curl -X DELETE .*/records/${story.forgotten?.id}\`.*import: "${story.id}"`),
      );
    },
  );

  test("leaves nothing behind after a destroy but that record, and its intent in the journal", () => {
    expectExit(story.destroyed, 0);
    expect(story.rest).toEqual([story.forgotten]);
    expect(story.lines).toEqual([expect.stringContaining("DomainRecord::c")]);
  });
});

describe("two backends whose stacks have the same name", () => {
  const engine = engineFixture();
  const DATABASE = `new compute.MysqlDatabase("store", { region: "us-east", type: "g6-nanode-1", engine: "mysql/8.0.26" });`;
  let story: Awaited<ReturnType<typeof tell>>;

  async function tell() {
    const emulator = await engine.emulator();
    const [one, other] = [await engine.project(emulator), await engine.project(emulator)];
    expectExit(await one.program(DATABASE).up(), 0);
    other.program(DATABASE);
    const up = await counted(emulator, () => other.up());
    const destroyed = await counted(emulator, () => other.destroy());
    const live = await ask(emulator, "GET", "/databases/mysql/instances");
    return { up, destroyed, live: live.data };
  }

  beforeAll(async () => {
    story = await tell();
  }, STORY_MS);

  test("are not confused: the database of one is neither taken over nor deleted by the other", () => {
    expectExit(story.up, 1);
    expect(story.up.output).toMatch(/has label .* already/);
    expect(story.up.writes).toEqual([]);
    expect(story.destroyed.writes).toEqual([]);
    expect(story.live).toHaveLength(1);
  });
});
