import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { counted, instances, make } from "../support/engine-service";
import type { Wire } from "../support/engine-service";

const plan = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11" };
const zone = (domain: string): Wire => ({ domain, type: "master", soa_email: "admin@example.com" });

describe("the import option", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof adopt>>;

  async function adopt() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    const ids = {
      web: (await make(emulator, "/compute/instances", { ...plan, root_pass: "a long password", label: "by-hand" })).id,
      zone: (await make(emulator, "/domains", zone("adopted.example.com"))).id,
      other: (await make(emulator, "/domains", zone("other.example.com"))).id,
    };
    const program = (importing: boolean, more = ""): string => {
      const option = (id: number): string => (importing ? `{ import: "${id}" }` : "{}");
      return `
        const domain = (name, opts) => new compute.Domain(name, {
          domain: name + ".example.com", type: "master", soaEmail: "admin@example.com" }, opts);
        new compute.Instance("web", { ...${JSON.stringify(plan)}, label: "by-hand" }, ${option(ids.web)});
        domain("adopted", ${option(ids.zone)});
        ${more}`;
    };
    const differing = `new compute.Domain("other", {
      domain: "other.example.com", type: "master", soaEmail: "someone-else@example.com" }, { import: "${ids.other}" });`;
    project.program(program(true, differing));
    const adopted = await counted(emulator, () => project.up());
    const held = { ids: project.resources().map(({ id }) => id), web: project.resource("web") };
    project.program(program(false));
    const removed = await counted(emulator, () => project.previewUnchanged());
    const applied = await counted(emulator, () => project.up("--expect-no-changes"));
    const clean = await counted(emulator, () => project.previewUnchanged());
    return { ids, adopted, held, removed, applied, clean };
  }

  beforeAll(async () => {
    story = await adopt();
  }, STORY_MS);

  it("takes over what exists and sends no write", () => {
    expect(story.adopted.writes).toEqual([]);
    expect(story.held.ids.slice().sort()).toEqual([String(story.ids.web), String(story.ids.zone)].sort());
    expect(story.held.web?.outputs).toMatchObject({ status: "running", label: "by-hand", image: "compute/debian11" });
  });

  it("stops at an argument that differs, and names it with both values", () => {
    expectExit(story.adopted, 1);
    expect(story.adopted.output).toContain(`Import of the domain with id ${story.ids.other} stopped`);
    expect(story.adopted.output).toContain(
      'soaEmail is "someone-else@example.com" in the program and "admin@example.com" at the service',
    );
  });

  it("taking the option away again changes nothing", () => {
    for (const run of [story.removed, story.applied, story.clean]) {
      expectExit(run, 0);
      expect(run.requests).toBe(0);
    }
  });
});

describe.each([
  { naming: "a label in the program", label: 'label: "by-hand",', opts: "" },
  { naming: "no label in the program", label: "", opts: "" },
  { naming: "deleteBeforeReplace", label: "", opts: "deleteBeforeReplace: true," },
])("an import option that stays while the region changes, with $naming", ({ label, opts }) => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof changeRegion>>;

  async function changeRegion() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    const made = await make(emulator, "/compute/instances", { ...plan, root_pass: "a long password", label: "by-hand" });
    const id = String(made.id);
    const inRegion = (region: string): string => `
      new compute.Instance("web", { region: "${region}", type: "g6-nanode-1", image: "compute/debian11", ${label} },
        { ${opts} import: "${id}" });`;
    project.program(inRegion("us-east"));
    await project.must(["up", "--yes", "--skip-preview", "--stack", "dev"]);
    project.program(inRegion("eu-west"));
    const refused = await counted(emulator, () => project.up());
    return { id, refused, live: await instances(emulator), held: project.resources() };
  }

  beforeAll(async () => {
    story = await changeRegion();
  }, STORY_MS);

  it("fails, names the region and says what to do", () => {
    expectExit(story.refused, 1);
    expect(story.refused.output).toContain("A change of region would replace the instance");
    expect(story.refused.output).toContain("Take the option away");
  });

  it("leaves the instance alone, and in the state", () => {
    expect(story.refused.requests).toBe(0);
    expect(story.live).toEqual([expect.objectContaining({ id: Number(story.id), region: "us-east" })]);
    expect(story.held.map(({ id }) => id)).toEqual([story.id]);
  });
});
