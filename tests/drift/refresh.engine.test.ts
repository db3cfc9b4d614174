import { ask } from "../support/ask";
import { expectExit, must } from "../support/engine-cli";
import { all, counted, domains, engineStory, instances } from "../support/engine-fixture";

const PROGRAM = `
  new compute.Instance("web", {
    region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "a long password",
    booted: true, label: "as-declared", tags: ["web"],
  });
  const zone = (name, opts) => new compute.Domain(name, {
    domain: name + ".example.com", type: "master", soaEmail: "admin@example.com", description: "as declared",
  }, opts);
  const watched = zone("watched");
  new compute.DomainRecord("www", { domainId: watched.id, type: "A", name: "www", target: "192.0.2.1", ttlSec: 300 });
  zone("left-alone", { ignoreChanges: ["description"] });
  zone("deleted");
`;

describe("out-of-band changes", () => {
  const story = engineStory(async (engine) => {
    const emulator = await engine.emulator();
    const project = (await engine.project(emulator)).program(PROGRAM);
    await project.mustUp();
    const id = (name: string): number => Number(project.resource(name)?.id?.split("/").at(-1));
    emulator.poke("instance", id("web"), { label: "renamed-by-hand", power: "off" });
    emulator.poke("domain", id("watched"), { description: "changed by hand" });
    emulator.poke("record", id("www"), { target: "192.0.2.99" });
    emulator.poke("domain", id("left-alone"), { description: "changed by hand" });
    await ask(emulator, "DELETE", `/domains/${id("deleted")}`);

    const found = await counted(emulator, () =>
      project.run(["refresh", "--preview-only", "--expect-no-changes", "--diff", "--stack", "dev"]),
    );
    const repaired = await counted(emulator, () => must(project.up("--refresh")));
    const records = await all(emulator, `/domains/${id("watched")}/records`);
    const left = { records, instances: await instances(emulator), domains: await domains(emulator) };

    emulator.poke("instance", id("web"), { tags: ["by-hand"] });
    emulator.poke("record", id("www"), { ttl_sec: 3600 });
    const unchanged = await counted(emulator, () => project.preview());
    project.configure({ "compute:previewDrift": true });
    const unchangedToo = await counted(emulator, () => project.preview());
    project.configure({ "compute:showCost": true });
    project.program(PROGRAM.replace("us-east", "eu-west").replace("192.0.2.1", "192.0.2.2"));
    const previewed = await counted(emulator, () => project.preview());
    const updated = await must(project.up());
    return { found, repaired, ...left, unchanged: [unchanged, unchangedToo], previewed, updated };
  });

  test("refresh --preview-only --expect-no-changes exits with code 7 and changes nothing", () => {
    expectExit(story.found, 7);
    expect(story.found.writes).toEqual([]);
  });

  test("the refresh shows every changed property with both values", () => {
    const { output } = story.found;
    expect(output).toMatch(/~ label\s*: "as-declared" => "renamed-by-hand"/);
    expect(output).toMatch(/~ booted\s*: true => false/);
    expect(output).toMatch(/~ description\s*: "as declared" => "changed by hand"/);
    expect(output).toMatch(/~ target\s*: "192.0.2.1" => "192.0.2.99"/);
  });

  test("the refresh shows what was deleted", () => {
    expect(story.found.stdout).toMatch(/- \S*compute:\S*Domain: \(delete\)/);
  });

  test("an up with a refresh repairs what differs, recreates what was deleted, and writes nothing else", () => {
    const { repaired } = story;
    expect(repaired.writeNames.slice().sort()).toEqual([
      "POST /compute/instances/{id}/boot",
      "POST /domains",
      "PUT /compute/instances/{id}",
      "PUT /domains/{id}",
      "PUT /domains/{id}/records/{recordId}",
    ]);
    expect(story.instances).toEqual([expect.objectContaining({ label: "as-declared", status: "running" })]);
    expect(story.records).toEqual([expect.objectContaining({ target: "192.0.2.1" })]);
    expect(story.domains.map(({ domain }) => domain).sort()).toEqual([
      "deleted.example.com",
      "left-alone.example.com",
      "watched.example.com",
    ]);
  });

  test("with previewDrift, a preview shows what a replacement would overwrite, and what an update leaves; otherwise, it sends nothing", () => {
    expect(story.unchanged.map(({ requests }) => requests)).toEqual([0, 0]);
    const { output, writes } = story.previewed;
    expect(output).toContain("not undone by this update: ttlSec: 300 in state, 3600 live, 300 in the program");
    expect(output).toContain(
      'would overwrite out-of-band changes: tags: ["web"] in state, ["by-hand"] live, ["web"] in',
    );
    expect(writes).toEqual([]);
    expect(story.updated.output).not.toContain("would overwrite");
    expect(story.updated.output).toContain("not undone by this update: ttlSec.");
  });

  test("with showCost, a preview shows once what the program's resources cost, and an update doesn't", () => {
    const [shown, ...more] = story.previewed.output.match(/^ {4}Monthly cost of the declared resources .*$/gm) ?? [];
    expect(shown).toMatch(/: \$5\.00 \(as in state\)\.$/);
    expect(more).toEqual([]);
    expect(story.updated.output).not.toContain("Monthly cost");
  });

  test("a property in ignoreChanges keeps its out-of-band value", () => {
    const descriptions = Object.fromEntries(story.domains.map(({ domain, description }) => [domain, description]));
    expect(descriptions).toMatchObject({
      "left-alone.example.com": "changed by hand",
      "watched.example.com": "as declared",
    });
  });
});
