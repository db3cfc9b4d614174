import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { all, domains, instances } from "../support/engine-service";
import type { Emulator } from "../../emulator/index";

const recordsOf = (emulator: Emulator, id: unknown) => all(emulator, `/domains/${String(id)}/records`);

const programWith = (zoneOptions: string): string => `
  class Site extends pulumi.ComponentResource {
    constructor(name, opts) {
      super("shop:index:Site", name, {}, opts);
      const here = { parent: this };
      const plan = { region: "us-east", type: "g6-nanode-1" };
      this.front = new compute.Instance(name + "-front", plan, here);
      this.back = new compute.Instance(name + "-back", plan, here);
      const zone = new compute.Domain(name + "-zone", {
        domain: "site.example.com", type: "master", soaEmail: "admin@example.com",
      }, { ...here, ${zoneOptions} });
      new compute.DomainRecord(name + "-a", { domainId: zone.id, type: "A", name: "a", target: "192.0.2.1" }, here);
      new compute.DomainRecord(name + "-b", {
        domainId: zone.id, type: "CNAME", name: "b", target: pulumi.secret("Hidden-Target.example.com"),
      }, here);
    }
  }
  const site = new Site("site");
  exports.images = compute.getImagesOutput({}, { dependsOn: [site.front] }).apply(({ images }) => images.length);
`;

describe("a component with several resources", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof build>>;

  async function build() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    project.program(programWith(""));
    const previewed = await project.preview();
    const askedByPreview = emulator.requests().log.map(({ path }) => path);
    expectExit(await project.up(), 0);
    const stored = JSON.stringify(project.state());
    const zone = project.resource("site-zone");
    const forced = await project.up("--replace", zone?.urn ?? "");
    const kept = await recordsOf(emulator, zone?.id);
    project.program(programWith("deleteBeforeReplace: true"));
    const replaced = await project.up("--replace", zone?.urn ?? "");
    const [onlyZone, ...others] = await domains(emulator);
    const moved = await recordsOf(emulator, onlyZone?.id);
    const destroyed = await project.destroy("--refresh");
    const left = [...(await instances(emulator)), ...(await domains(emulator))];
    return {
      previewed,
      askedByPreview,
      stored,
      zone,
      forced,
      kept,
      replaced,
      onlyZone,
      others,
      moved,
      destroyed,
      left,
    };
  }

  beforeAll(async () => {
    story = await build();
  }, STORY_MS);

  test("is previewed with two catalogues and the lists that tell whether a name is taken, and its lookups wait for what they depend on", () => {
    expectExit(story.previewed, 0);
    expect([...story.askedByPreview].sort()).toEqual(["/compute/instances", "/compute/types", "/domains", "/regions"]);
  });

  test("keeps a secret that the service spells differently out of the state in plain text", () => {
    expect(story.stored).toContain("ciphertext");
    expect(story.stored.toLowerCase()).not.toContain("hidden-target");
  });

  test("loses nothing when the replacement of its zone is forced, and says what to do", () => {
    expectExit(story.forced, 1);
    expect(story.forced.output).toContain("deleteBeforeReplace");
    expect(story.kept).toHaveLength(2);
  });

  test("gets a new zone with new records when that is to be deleted first", () => {
    const { replaced, onlyZone, others, moved, zone } = story;
    expectExit(replaced, 0);
    expect(others).toEqual([]);
    expect(String(onlyZone?.id)).not.toBe(zone?.id);
    expect(moved).toHaveLength(2);
  });

  test("is destroyed after a refresh", () => {
    expectExit(story.destroyed, 0);
    expect(story.left).toEqual([]);
  });
});
