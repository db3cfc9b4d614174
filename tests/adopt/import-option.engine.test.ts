import { expectExit } from "../support/engine-cli";
import { engineStory } from "../support/engine-fixture";
import { counted, instances, make, makeZone } from "../support/engine-service";

const plan = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11" };
const BY_ADMIN = { soa_email: "admin@example.com" };

describe("the import option", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const adoptedZone = await makeZone(emulator, "adopted.example.com", BY_ADMIN);
    const www = { type: "A", name: "www", target: "192.0.2.1" };
    const server = async (label: string) =>
      (await make(emulator, "/compute/instances", { ...plan, root_pass: "a long password", label })).id;
    const ids = {
      web: await server("by-hand"),
      stays: await server("stays"),
      zone: adoptedZone.id,
      www: (await make(emulator, `/domains/${adoptedZone.id}/records`, www)).id,
      other: (await makeZone(emulator, "other.example.com", BY_ADMIN)).id,
    };
    const program = (importing: boolean, region: string, more = ""): string => {
      const option = (id: number): string => (importing ? `{ import: "${id}" }` : "{}");
      return `
        const domain = (name, opts) => new compute.Domain(name, {
          domain: name + ".example.com", type: "master", soaEmail: "admin@example.com" }, opts);
        new compute.Instance("web", { ...${JSON.stringify(plan)}, label: "by-hand" }, ${option(ids.web)});
        const zone = domain("adopted", ${option(ids.zone)});
        new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" },
          ${importing ? `{ import: "${ids.zone}/${ids.www}" }` : "{}"});
        new compute.Instance("stays", { ...${JSON.stringify(plan)}, region: "${region}", label: "stays" },
          { import: "${ids.stays}", deleteBeforeReplace: true });
        ${more}`;
    };
    const differing = `new compute.Domain("other", {
      domain: "other.example.com", type: "master", soaEmail: "someone-else@example.com" }, { import: "${ids.other}" });`;
    project.program(program(true, "us-east", differing));
    const adopted = await counted(emulator, () => project.up("--continue-on-error"));
    const held = { ids: project.resources().map(({ id }) => id), web: project.resource("web") };
    project.program(program(false, "eu-west"));
    const refused = await counted(emulator, () => project.up());
    const left = { live: await instances(emulator), held: project.resource("stays")?.id };
    return { ids, adopted, held, refused, left };
  });

  test("adopts existing resources and sends no write", () => {
    expect(story.adopted.writes).toEqual([]);
    expect(story.adopted.output).toContain(`Imported existing domain ${story.ids.zone}. It was not modified.`);
    expect(story.held.ids.slice().sort()).toEqual(
      [...[story.ids.web, story.ids.stays, story.ids.zone].map(String), `${story.ids.zone}/${story.ids.www}`].sort(),
    );
    expect(story.held.web?.outputs).toMatchObject({ status: "running", label: "by-hand", image: "compute/debian11" });
  });

  test("fails for an input that differs, and names it", () => {
    expectExit(story.adopted, 1);
    expect(story.adopted.output).toContain(
      `Domain ${story.ids.other} cannot be imported because its inputs in the program don't match it.`,
    );
    expect(story.adopted.output).toContain(
      'add them to ignoreChanges: soaEmail (actual "admin@example.com", program "someone-else@example.com")',
    );
  });

  test("rejects, while present, a change that would replace the instance, and names the remedy", () => {
    const { refused, left, ids } = story;
    expectExit(refused, 1);
    expect(refused.output).toContain("keep region unchanged: the change would replace the instance");
    expect(refused.output).toContain("Remove the `import` option");
    expect(refused.requests).toBe(0);
    expect(left.live.map(({ id }) => id)).toEqual([ids.web, ids.stays]);
    expect(left.held).toBe(String(ids.stays));
  });
});
