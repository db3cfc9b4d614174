import { must, STACK } from "../support/engine-cli";
import { domains, engineStory, records } from "../support/engine-fixture";

const PROGRAM = `
  const zone = new compute.Domain("zone", { domain: "shop.example", type: "master", soaEmail: "admin@shop.example" });
  new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" });
`;

describe("after an update that completed", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    project.program(PROGRAM);
    await must(project.up());
    const { www = "" } = project.ids();
    const urn = project.resource("www")?.urn ?? "";
    await project.must(["state", "taint", urn, "--yes", "--stack", STACK]);
    const tainted = await project.up();
    await must(project.refresh());
    const replaced = await must(project.up());
    const after = { www: project.ids().www, records: await records(emulator) };
    await project.must(["state", "delete", urn, "--yes", "--stack", STACK]);
    const removed = await project.up();
    return {
      www,
      tainted,
      replaced,
      after,
      removed,
      live: [...(await domains(emulator)), ...(await records(emulator))],
    };
  });

  test("a tainted resource is not adopted: it is replaced after a refresh", () => {
    expect(story.tainted.code).not.toBe(0);
    expect(story.tainted.output).toContain(`created domain record ${story.www} for this resource and completed`);
    expect(story.after.www).not.toBe(story.www);
    expect(story.after.records).toHaveLength(1);
  });

  test("a resource that was removed from the state is neither adopted nor created again", () => {
    expect(story.removed.code).not.toBe(0);
    expect(story.removed.output).toContain(`import: "${story.after.www}"`);
    expect(story.live).toHaveLength(2);
  });
});
