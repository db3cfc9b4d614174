import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { all, counted, domains, instances } from "../support/engine-service";

const PROGRAM = `
  const plan = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "a long password" };
  new compute.Instance("kept", plan);
  new compute.Instance("redone", plan, { deleteBeforeReplace: true });
  const zone = new compute.Domain("zone", { domain: "forced.example.com", type: "master", soaEmail: "admin@example.com" });
  new compute.DomainRecord("text", { domainId: zone.id, type: "TXT", target: "as declared" });
`;

describe("a replacement that is forced from the command line", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof force>>;

  async function force() {
    const emulator = await engine.emulator();
    const project = (await engine.project(emulator)).program(PROGRAM);
    const ids = () => Object.fromEntries(project.resources().map(({ urn, id }) => [urn.split("::").at(-1), id]));
    await project.mustUp();
    const before = ids();
    const kept = project.urn("Instance", "kept");
    const others = [project.urn("Instance", "redone"), project.urn("DomainRecord", "text")];
    const replacing = [kept, ...others, project.urn("Domain", "zone")].flatMap((urn) => ["--replace", urn]);
    const announced = await counted(emulator, () => project.preview(...replacing));
    const replaced = await counted(emulator, () =>
      project.up(...[kept, ...others].flatMap((urn) => ["--replace", urn])),
    );
    const after = ids();
    const named = await counted(emulator, () => project.up("--target-replace", project.urn("Domain", "zone")));
    const live = { instances: await instances(emulator), domains: await domains(emulator) };
    const records = await all(emulator, `/domains/${String(before["zone"])}/records`);
    return { before, announced, replaced, after, named, last: ids(), live, records };
  }

  beforeAll(async () => {
    story = await force();
  }, STORY_MS);

  test("is previewed with a word of what will not be replaced, and of nothing else", () => {
    const { announced, before } = story;
    expectExit(announced, 0);
    expect(announced.writes).toEqual([]);
    const warnings = announced.output.split("\n").filter((line) => /^ +warning: /.test(line));
    expect(warnings).toHaveLength(2);
    expect(announced.output).toContain(
      `Instance kept: The instance with id ${before["kept"]} has the name that was generated`,
    );
    expect(announced.output).toContain("Domain zone: `pulumi up` is going to stop here.");
  });

  test("--replace keeps the object that the declaration stands for, and says how to get another", () => {
    const { replaced, before, after } = story;
    expectExit(replaced, 0);
    expect(after["kept"]).toBe(before["kept"]);
    expect(replaced.output).toContain(`Kept the instance with id ${before["kept"]}`);
    expect(replaced.output).toContain("unless the option deleteBeforeReplace is set");
  });

  test("--replace really replaces what has the option deleteBeforeReplace", () => {
    const { replaced, before, after } = story;
    const writes = replaced.writeNames.filter((name) => name.includes("instances"));
    expect(writes).toEqual(["DELETE /compute/instances/{id}", "POST /compute/instances"]);
    expect(after["redone"]).not.toBe(before["redone"]);
  });

  test("--replace really replaces a record, which has no name to find it by", () => {
    const { replaced, before, after } = story;
    const writes = replaced.writeNames.filter((name) => name.includes("records"));
    expect(writes).toEqual(["POST /domains/{id}/records", "DELETE /domains/{id}/records/{recordId}"]);
    expect(after["text"]).not.toBe(before["text"]);
  });

  test("a forced replacement of what has a name of its own stops, and names the existing id", () => {
    expectExit(story.named, 1);
    expect(story.named.writes).toEqual([]);
    expect(story.named.output).toContain(
      `The domain with id ${story.before["zone"]} has domain "forced.example.com" already`,
    );
  });

  test("nothing is lost at the service or in the state", () => {
    const { live, records, last } = story;
    expect(live.instances.map(({ id }) => String(id)).sort()).toEqual([last["kept"], last["redone"]].sort());
    expect(live.domains.map(({ id }) => String(id))).toEqual([last["zone"]]);
    expect(records.map(({ id }) => `${last["zone"]}/${id}`)).toEqual([last["text"]]);
  });
});
