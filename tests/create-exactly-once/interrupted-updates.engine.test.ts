import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseLines } from "../../provider/journal/lines";
import { expectExit, must } from "../support/engine-cli";
import { eventually } from "../support/engine-eventually";
import { engineStory } from "../support/engine-fixture";
import { killTree } from "../support/engine-processes";
import { all, counted, makeZone } from "../support/engine-service";
import type { WireObject } from "../support/engine-service";
import { STACK } from "../support/engine-project";

/** Longer than any of these commands: the response arrives after they have exited. */
const NEVER_MS = 120_000;

const programOf = (zone: WireObject, names: readonly string[]): string => `
  for (const name of ${JSON.stringify(names)}) {
    new compute.DomainRecord(name, { domainId: ${zone.id}, type: "A", name, target: "192.0.2.1" });
  }
`;

describe("an up that is killed together with the provider before the responses arrive", () => {
  const story = engineStory(async (engine) => {
    const emulator = await engine.emulator();
    const zone = await makeZone(emulator, "zone.example");
    const records = `/domains/${zone.id}/records`;
    const project = (await engine.project(emulator)).program(programOf(zone, ["a", "b", "c"]));
    const effect = { kind: "delay", ms: NEVER_MS } as const;
    emulator.faults.add({ method: "POST", path: records, times: "always", effect, phase: "after" });
    const up = project.startUp();
    await eventually("three records without an answer", async () => (await all(emulator, records)).length === 3);
    await eventually("a state that nothing writes", () => project.isWaitingFor("a", "b", "c"));
    killTree(up.pid);
    await up.ended;
    emulator.faults.clear();
    const left = project.resources().filter(({ type }) => type.endsWith("DomainRecord"));
    await project.must(["cancel", "--yes", STACK]);
    // One of the three is removed from the program.
    project.program(programOf(zone, ["a", "b"]));
    const forgotten = (await all(emulator, records)).find(({ name }) => name === "c");
    const next = await counted(emulator, () => project.run(["up", "--yes", "--stack", STACK]));
    const live = await all(emulator, records);
    const destroyed = await must(project.destroy());
    const journal = readdirSync(path.join(project.folder, "journal"), { recursive: true, withFileTypes: true });
    const lines = journal.flatMap((entry) =>
      entry.isFile() ? parseLines(readFileSync(path.join(entry.parentPath, entry.name), "utf8")).lines : [],
    );
    const rest = await all(emulator, records);
    const [preview = "", update = ""] = next.output.split("Updating (");
    const said = { preview, update, destroy: destroyed.output };
    return { left, next, said, live, forgotten, id: `${zone.id}/${forgotten?.id}`, lines, destroyed, rest };
  });

  test("leaves no records in the state", () => {
    expect(story.left).toEqual([]);
  });

  test("is reported by the next preview", () => {
    expect(story.said.preview).toContain("An interrupted update");
  });

  test("is resumed by the next up, which creates nothing twice", () => {
    expectExit(story.next, 0);
    expect(story.next.writeNames).toEqual([]);
    expect(story.next.output.match(/Adopted existing domain record/g)?.length).toBeGreaterThanOrEqual(2);
    expect(story.live).toHaveLength(3);
  });

  test.each(["preview", "update", "destroy"] as const)(
    "leaves a record that is no longer in the program, which each %s reports with two commands",
    (run) => {
      expect(story.said[run]).toContain(`created domain record ${story.id} (c A)`);
      expect(story.said[run]).toMatch(
        new RegExp(`curl -X DELETE .*/records/${story.forgotten?.id}\`.*import: "${story.id}"`),
      );
    },
  );

  test("leaves only that record, and only its intent open in the journal, after a destroy", () => {
    expect(story.rest).toEqual([story.forgotten]);
    const settled = story.lines.filter(({ does }) => does === "settle").map(({ intent }) => intent);
    const open = story.lines.filter(({ does, intent }) => does === "note" && !settled.includes(intent));
    expect(open).toMatchObject([{ urn: expect.stringContaining("DomainRecord::c") as string }]);
  });
});
