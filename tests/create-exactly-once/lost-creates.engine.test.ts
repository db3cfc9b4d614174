import { STACK, expectExit } from "../support/engine-cli";
import { counted, domains, engineStory, machinesOf, makeZone, records } from "../support/engine-fixture";

const program = (options = "{}"): string => `
  const zone = new compute.Domain("zone", { domain: "mine.example", type: "master", soaEmail: "a@mine.example" }, ${options});
  new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" });
  new compute.DomainRecord("mail", { domainId: config.requireNumber("other"), type: "A", name: "mail", target: "192.0.2.1" });
`;

/** The answers to the creates are lost, and nothing shows their results. */
const LOST = { kind: "lostResponse" } as const;
const DOWN = { kind: "status", status: 403 } as const;

describe("creates whose answers are lost, with each command on a machine of its own", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const other = await makeZone(emulator, "other.example");
    await project.must(["config", "set", "other", String(other.id), "--stack", STACK]);
    const machine = machinesOf(project);
    const on = (...args: string[]) => counted(emulator, () => project.run([...args, "--stack", STACK], machine()));
    const up = (...args: string[]) => on("up", "--yes", "--skip-preview", ...args);
    const lose = async (text: string) => {
      project.program(text);
      for (const list of ["/domains", "/domains/*/records"]) {
        emulator.faults.add({ method: "POST", path: list, effect: LOST, times: "always" });
        emulator.faults.add({ method: "GET", path: list, nth: 2, effect: DOWN, times: "always" });
      }
      const lost = await up();
      emulator.faults.clear();
      return { ...lost, ids: project.ids() };
    };
    const live = async () => ({
      domains: await domains(emulator),
      records: await records(emulator),
      ids: project.ids(),
    });
    const lost = await lose(program());
    const previewed = await on("preview");
    const again = await up();
    const found = await live();
    const same = await on("preview", "--expect-no-changes");
    const destroyed = await on("destroy", "--yes", "--skip-preview");
    await lose(program("{ protect: true }"));
    const refused = await up();
    const refreshed = await up("--refresh");
    const foundProtected = await live();
    await project.must(["state", "unprotect", "--all", "--yes", "--stack", STACK]);
    await on("destroy", "--yes", "--skip-preview");
    await lose(program());
    const gone = await on("destroy", "--yes", "--skip-preview");
    const left = await live();
    return { lost, previewed, again, found, same, destroyed, refused, refreshed, foundProtected, gone, left };
  });

  test("the state has a provisional ID, which no dependent gets, and the error says how to go on", () => {
    expectExit(story.lost, 1);
    const provisional: unknown = expect.stringMatching(/^pending-/);
    expect(story.lost.ids).toEqual({ zone: provisional, mail: provisional });
    expect(story.lost.output).toMatch(
      /It is unknown whether this domain was created: .* continues the search on any machine/,
    );
  });

  test("the next up takes the results, after a preview that says so, and nothing is created twice", () => {
    expectExit(story.previewed, 0);
    expect(story.previewed.output).toMatch(/\+- .*zone replace/);
    expect(story.previewed.output).toMatch(
      /was creating this domain, and its outcome is unknown. `pulumi up` searches/,
    );
    expectExit(story.again, 0);
    expect(story.again.writeNames).toEqual(["POST /domains/{id}/records"]);
    expect(story.found.domains).toHaveLength(2);
    expect(story.found.records).toHaveLength(2);
    const zone = String(story.found.domains.find(({ domain }) => domain === "mine.example")?.id);
    expect(story.found.ids).toMatchObject({ zone, www: expect.stringContaining(`${zone}/`) as unknown });
    expectExit(story.same, 0);
    expectExit(story.destroyed, 0);
  });

  test("a protected one is found by a refresh", () => {
    expectExit(story.refused, 1);
    expect(story.refused.output).toContain("marked for protection");
    expectExit(story.refreshed, 0);
    expect(story.refreshed.writeNames).toEqual(["POST /domains/{id}/records"]);
    expect(story.foundProtected.domains).toHaveLength(2);
  });

  test("a destroy finds and deletes the results", () => {
    expectExit(story.gone, 0);
    expect(story.left).toMatchObject({ records: [], ids: {} });
    expect(story.left.domains).toHaveLength(1);
  });
});
