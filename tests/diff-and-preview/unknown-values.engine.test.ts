import path from "node:path";
import { expectExit, must } from "../support/engine-cli";
import { counted, engineStory } from "../support/engine-fixture";
import { plannedBy } from "../support/engine-preview";

/** The region of `late` is unknown in a preview that changes `tagged`; `data` has the region of an instance that is deleted first. */
const programWith = ({ disk, zone, tag }: { disk: string; zone: string; tag: string }): string => `
  const plan = { region: "us-east", type: "g6-nanode-1", rootPass: "a long password" };
  const golden = new compute.Image("golden", { region: "us-east", source: new pulumi.asset.StringAsset("${disk}") });
  new compute.Instance("server", { ...plan, image: golden.id });
  const fixed = new compute.Instance("fixed", { ...plan, image: golden.id, label: "a-fixed-label" });
  new compute.Instance("data", { type: "g6-nanode-1", region: fixed.region });
  const tagged = new compute.Instance("tagged", { ...plan, image: "compute/debian11", tags: ["${tag}"] });
  new compute.Instance("late", { ...plan, image: "compute/debian11", region: tagged.status.apply(() => "us-east") });
  const zone = new compute.Domain("zone", { domain: "${zone}.example.com", type: "master", soaEmail: "admin@example.com" },
    { replaceOnChanges: ["domain"] });
  new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" });
  new compute.DomainRecordSet("texts", { domainId: zone.id, records: [{ type: "TXT", name: "a", target: "b" }] });
`;

describe("a replacing input that is unknown until up", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const preview = (...args: string[]) => project.preview("--json", ...args);
    project.program(programWith({ disk: "one", zone: "first", tag: "blue" }));
    await project.mustUp();
    const first = project.ids();

    project.program(programWith({ disk: "one", zone: "first", tag: "green" }));
    const alarmed = await preview();
    const unchanged = await counted(emulator, () => must(project.up()));
    const second = project.ids();

    project.program(programWith({ disk: "two", zone: "second", tag: "green" }));
    const plan = path.join(engine.folder(), "plan.json");
    const announced = await preview("--save-plan", plan);
    const replaced = await counted(emulator, () => must(project.up("--plan", plan)));
    const third = project.ids();
    return { first, alarmed, unchanged, second, announced, replaced, third };
  });

  test("is previewed as a replacement of instances, records and sets", () => {
    expectExit(story.announced, 0);
    const { replace } = plannedBy(story.announced);
    expect(replace).toEqual(["fixed", "golden", "server", "texts", "www", "zone"]);
  });

  test("replaces what the preview showed, within the saved plan", () => {
    const others = Object.keys(story.first).filter((name) => story.second[name] !== story.third[name]);
    expect(others.sort()).toEqual(["fixed", "golden", "server", "texts", "www", "zone"]);
  });

  test("does not replace a resource that only uses an output of an instance that is deleted first", () => {
    expect(Object.values(plannedBy(story.announced)).flat()).not.toContain("data");
    expect(story.third["data"]).toBe(story.first["data"]);
  });

  test("that turns out to be unchanged changes nothing, although the preview showed a replacement", () => {
    expect(plannedBy(story.alarmed)).toMatchObject({ update: ["tagged"], replace: ["late"] });
    expect(story.second).toEqual(story.first);
    expect(story.unchanged.writeNames).toEqual(["PUT /compute/instances/{id}"]);
  });
});
