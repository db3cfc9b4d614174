import { expectExit } from "../support/engine-cli";
import { engineStory } from "../support/engine-fixture";
import { counted, instances, make, makeZone } from "../support/engine-service";

const plan = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11" };
const BY_ADMIN = { soa_email: "admin@example.com" };

describe("the import option", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const server = { ...plan, root_pass: "a long password", label: "stays" };
    const ids = {
      stays: (await make(emulator, "/compute/instances", server)).id,
      zone: (await makeZone(emulator, "adopted.example.com", BY_ADMIN)).id,
      other: (await makeZone(emulator, "other.example.com", BY_ADMIN)).id,
    };
    const program = (region: string, more = ""): string => `
      new compute.Domain("zone",
        { domain: "adopted.example.com", type: "master", soaEmail: "admin@example.com" }, { import: "${ids.zone}" });
      new compute.Instance("stays", { ...${JSON.stringify(plan)}, region: "${region}", label: "stays" },
        { import: "${ids.stays}", deleteBeforeReplace: true });
      ${more}`;
    const differing = `new compute.Domain("other", {
      domain: "other.example.com", type: "master", soaEmail: "someone-else@example.com" }, { import: "${ids.other}" });`;
    project.program(program("us-east", differing));
    const adopted = await counted(emulator, () => project.up("--continue-on-error"));
    const held = { ids: project.ids(), stays: project.resource("stays") };
    project.program(program("eu-west"));
    const refused = await counted(emulator, () => project.up());
    const left = { live: await instances(emulator), held: project.resource("stays")?.id };
    return { ids, adopted, held, refused, left };
  });

  test("adopts existing resources and sends no write", () => {
    expect(story.adopted.writes).toEqual([]);
    expect(story.adopted.output).toContain(`Imported existing domain ${story.ids.zone}. It was not modified.`);
    expect(story.held.ids).toEqual({ stays: String(story.ids.stays), zone: String(story.ids.zone) });
    expect(story.held.stays?.outputs).toMatchObject({ status: "running", label: "stays", image: "compute/debian11" });
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
    expect(left.live.map(({ id }) => id)).toEqual([ids.stays]);
    expect(left.held).toBe(String(ids.stays));
  });
});
