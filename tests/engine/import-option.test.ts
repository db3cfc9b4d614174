import type { Wire } from "../support/ask";
import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { counted, instances, make } from "../support/engine-service";

const plan = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11" };
const zone = (domain: string): Wire => ({ domain, type: "master", soa_email: "admin@example.com" });

describe("the import option", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof adopt>>;

  async function adopt() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    const adoptedZone = await make(emulator, "/domains", zone("adopted.example.com"));
    const www = { type: "A", name: "www", target: "192.0.2.1" };
    const ids = {
      web: (await make(emulator, "/compute/instances", { ...plan, root_pass: "a long password", label: "by-hand" })).id,
      zone: adoptedZone.id,
      www: (await make(emulator, `/domains/${adoptedZone.id}/records`, www)).id,
      other: (await make(emulator, "/domains", zone("other.example.com"))).id,
    };
    const program = (importing: boolean, more = ""): string => {
      const option = (id: number): string => (importing ? `{ import: "${id}" }` : "{}");
      return `
        const domain = (name, opts) => new compute.Domain(name, {
          domain: name + ".example.com", type: "master", soaEmail: "admin@example.com" }, opts);
        new compute.Instance("web", { ...${JSON.stringify(plan)}, label: "by-hand" }, ${option(ids.web)});
        const zone = domain("adopted", ${option(ids.zone)});
        new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" },
          ${importing ? `{ import: "${ids.zone}/${ids.www}" }` : "{}"});
        ${more}`;
    };
    const differing = `new compute.Domain("other", {
      domain: "other.example.com", type: "master", soaEmail: "someone-else@example.com" }, { import: "${ids.other}" });`;
    project.program(program(true, differing));
    const previewed = await counted(emulator, () => project.preview());
    const adopted = await counted(emulator, () => project.up("--continue-on-error"));
    const held = { ids: project.resources().map(({ id }) => id), web: project.resource("web") };
    project.program(program(false));
    const removed = await counted(emulator, () => project.previewUnchanged());
    return { ids, previewed, adopted, held, removed };
  }

  beforeAll(async () => {
    story = await adopt();
  }, STORY_MS);

  test("is looked at by the preview, which refuses what differs", () => {
    expect(story.previewed.code).not.toBe(0);
    expect(story.previewed.output).toContain(
      'differs from it in: soaEmail (there "admin@example.com", in the program "someone-else@example.com")',
    );
    expect(story.previewed.writes).toEqual([]);
  });

  test("takes over what exists and sends no write", () => {
    expect(story.adopted.writes).toEqual([]);
    expect(story.adopted.output).toContain(`Imported the domain with id ${story.ids.zone}; nothing was written.`);
    expect(story.held.ids.slice().sort()).toEqual(
      [String(story.ids.web), String(story.ids.zone), `${story.ids.zone}/${story.ids.www}`].sort(),
    );
    expect(story.held.web?.outputs).toMatchObject({ status: "running", label: "by-hand", image: "compute/debian11" });
  });

  test("stops at an argument that differs, and names it", () => {
    expectExit(story.adopted, 1);
    expect(story.adopted.output).toContain(`Make the program agree with the domain with id ${story.ids.other}`);
    expect(story.adopted.output).toContain("the program differs from it in: soaEmail (there ");
  });

  test("taking the option away again changes nothing", () => {
    expectExit(story.removed, 0);
    expect(story.removed.requests).toBe(0);
  });
});

describe("an import option that stays", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof changeRegions>>;

  async function changeRegions() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    const server = async (label: string) => {
      const body = { ...plan, root_pass: "a long password", label };
      return String((await make(emulator, "/compute/instances", body)).id);
    };
    const ids = { labelled: await server("labelled"), unlabelled: await server("unlabelled") };
    const program = (regions: { labelled: string; unlabelled: string }): string => `
      const plan = { type: "g6-nanode-1", image: "compute/debian11" };
      new compute.Instance("labelled", { ...plan, region: "${regions.labelled}", label: "labelled" },
        { import: "${ids.labelled}", deleteBeforeReplace: true });
      new compute.Instance("unlabelled", { ...plan, region: "${regions.unlabelled}" }, { import: "${ids.unlabelled}" });`;
    project.program(program({ labelled: "us-east", unlabelled: "us-east" }));
    await project.mustUp();
    const forced = await counted(emulator, () => project.up("--replace", project.urn("Instance", "unlabelled")));
    project.program(program({ labelled: "eu-west", unlabelled: "us-east" }));
    const refused = await counted(emulator, () => project.up());
    return {
      ids,
      forced,
      refused,
      live: await instances(emulator),
      held: project.resources(),
    };
  }

  beforeAll(async () => {
    story = await changeRegions();
  }, STORY_MS);

  test("keeps the object when a replacement is forced, and says so", () => {
    expectExit(story.forced, 0);
    expect(story.forced.writes).toEqual([]);
    expect(story.forced.output).toContain(`Kept the instance with id ${story.ids.unlabelled}`);
  });

  test("refuses a change that would replace the instance, and says what to do", () => {
    const { refused } = story;
    expectExit(refused, 1);
    expect(refused.output).toContain("leave region as before: a change would replace the instance");
    expect(refused.output).toContain("Remove the `import` option");
    expect(refused.requests).toBe(0);
  });

  test("leaves the instances alone, and in the state", () => {
    const ids = Object.values(story.ids);
    expect(story.live.map(({ id }) => String(id))).toEqual(ids);
    expect(story.held.map(({ id }) => id).sort()).toEqual(ids);
  });
});
