import { answerOf } from "../support/ask";
import { must } from "../support/engine-cli";
import { counted, domains, engineStory, instances, records } from "../support/engine-fixture";

const PROGRAM = `
  class Site extends pulumi.ComponentResource {
    constructor(name, opts) {
      super("shop:index:Site", name, {}, opts);
      const here = { parent: this };
      const plan = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "a long password" };
      this.kept = new compute.Instance("kept", plan, here);
      new compute.Instance("redone", plan, { ...here, deleteBeforeReplace: true });
      const zone = new compute.Domain("zone", {
        domain: "forced.example.com", type: "master", soaEmail: "admin@example.com",
      }, here);
      new compute.DomainRecord("text", { domainId: zone.id, type: "TXT", target: "as declared" }, here);
      new compute.DomainRecord("hidden", {
        domainId: zone.id, type: "CNAME", name: "b", target: pulumi.secret("Hidden-Target.example.com"),
      }, here);
    }
  }
  const site = new Site("site");
  exports.images = compute.getImagesOutput({}, { dependsOn: [site.kept] }).apply(({ images }) => images.length);
`;

describe("a replacement forced with --replace in a component", () => {
  const story = engineStory(async (engine) => {
    const emulator = await engine.emulator();
    const project = (await engine.project(emulator)).program(PROGRAM);
    const urn = (name: string): string => project.resource(name)?.urn ?? "";
    const replace = (...names: string[]) => names.flatMap((name) => ["--replace", urn(name)]);
    await project.mustUp();
    const stored = JSON.stringify(project.state());
    const before = project.ids();
    // The next preview confirms what the first up created; until then, a create may be one whose result never reached the state.
    await must(project.previewUnchanged());
    const all = replace("kept", "redone", "text", "zone");
    const announced = await counted(emulator, () => must(project.preview(...all)));
    const copy = { type: "TXT", target: "as declared" };
    const { id: stranger } = (await answerOf(emulator, "POST", `/domains/${before["zone"] ?? ""}/records`, copy))
      .answer;
    const replaced = await counted(emulator, () => must(project.up(...replace("redone", "text"))));
    await answerOf(emulator, "DELETE", `/domains/${before["zone"] ?? ""}/records/${String(stranger)}`);
    const after = project.ids();
    const live = { instances: await instances(emulator), domains: await domains(emulator) };
    return { stored, before, stranger, announced, replaced, after, live, records: await records(emulator) };
  });

  test("keeps a secret encrypted in the state even if the API returns it in an equivalent form", () => {
    expect(story.stored).toContain("ciphertext");
    expect(story.stored.toLowerCase()).not.toContain("hidden-target");
  });

  test("is previewed with what it loses, and warnings about what will not be replaced", () => {
    const { announced, before } = story;
    expect(announced.writes).toEqual([]);
    expect(announced.output).toContain(
      `Instance redone: If this update replaces instance ${before["redone"]} and deletes it first (\`deleteBeforeReplace\`), that loses all data on`,
    );
    expect(announced.output).toContain(`\`pulumi up\` will fail: Instance ${before["kept"]} `);
    expect(announced.output).toContain("if you replace it, deleteBeforeReplace");
    expect(announced.output).toContain("`pulumi up` will fail: Domain ");
  });

  test("--replace really replaces a resource that deletes first, and a record, which has no name to find it by", () => {
    const { replaced, before, after } = story;
    const writesOf = (what: string) => replaced.writeNames.filter((name) => name.includes(what));
    expect(writesOf("instances")).toEqual(["DELETE /compute/instances/{id}", "POST /compute/instances"]);
    const path = "/domains/{id}/records";
    expect(writesOf("records")).toEqual([`POST ${path}`, `DELETE ${path}/{recordId}`]);
    for (const name of ["redone", "text"]) expect(after[name]).not.toBe(before[name]);
    const named = Array.from(replaced.output.matchAll(/Domain record (\S+) is identical/g), ([, id]) => id);
    expect([...new Set(named)]).toEqual([`${before["zone"]}/${String(story.stranger)}`]);
  });

  test("nothing is lost in the account or in the state", () => {
    const { live, after } = story;
    expect(live.instances.map(({ id }) => String(id)).sort()).toEqual([after["kept"], after["redone"]].sort());
    expect(live.domains.map(({ id }) => String(id))).toEqual([after["zone"]]);
    const ids = story.records.map(({ id }) => `${after["zone"]}/${id}`);
    expect(ids.sort()).toEqual([after["text"], after["hidden"]].sort());
  });
});
