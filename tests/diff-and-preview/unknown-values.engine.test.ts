import path from "node:path";
import { expectExit } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { counted } from "../support/engine-service";

/** The region of `late` is unknown in a preview that changes `tagged`; `data` has the region of an instance that is deleted first. */
const programWith = ({ disk, zone, tag }: { disk: string; zone: string; tag: string }): string => `
  const plan = { region: "us-east", type: "g6-nanode-1", rootPass: "a long password" };
  const golden = new compute.Image("golden", { region: "us-east", source: new pulumi.asset.StringAsset("${disk}") });
  new compute.Instance("server", { ...plan, image: golden.id });
  const fixed = new compute.Instance("fixed", { ...plan, image: golden.id, label: "a-fixed-label" });
  new compute.MysqlDatabase("data", { engine: "mysql/8.0.26", type: "g6-nanode-1", region: fixed.region });
  const tagged = new compute.Instance("tagged", { ...plan, image: "compute/debian11", tags: ["${tag}"] });
  new compute.Instance("late", { ...plan, image: "compute/debian11", region: tagged.status.apply(() => "us-east") });
  const zone = new compute.Domain("zone", { domain: "${zone}.example.com", type: "master", soaEmail: "admin@example.com" },
    { replaceOnChanges: ["domain"] });
  new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" });
  new compute.DomainRecordSet("texts", { domainId: zone.id, records: [{ type: "TXT", name: "a", target: "b" }] });
`;

interface Planned {
  readonly op: string;
  readonly urn: string;
}

/** The planned operation of each resource, by name: the last part of its URN. */
function planOf({ stdout }: Ended): Record<string, string> {
  const { steps } = JSON.parse(stdout) as { steps: readonly Planned[] };
  const named = steps.filter(({ urn }) => urn.includes(":dynamic/compute:"));
  return Object.fromEntries(named.map(({ op, urn }) => [urn.split("::").at(-1), op]));
}

describe("a replacing input that is unknown until up", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof change>>;

  async function change() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    const preview = (...args: string[]) => project.preview("--json", ...args);
    const ids = () => Object.fromEntries(project.resources().map(({ urn, id }) => [urn.split("::").at(-1), id]));
    project.program(programWith({ disk: "one", zone: "first", tag: "blue" }));
    await project.mustUp();
    const first = ids();

    project.program(programWith({ disk: "one", zone: "first", tag: "green" }));
    const alarmed = await preview();
    const unchanged = await counted(emulator, () => project.up());
    const second = ids();

    project.program(programWith({ disk: "two", zone: "second", tag: "green" }));
    const plan = path.join(engine.folder(), "plan.json");
    const announced = await preview("--save-plan", plan);
    const replaced = await counted(emulator, () => project.up("--plan", plan));
    const third = ids();
    return { first, alarmed, unchanged, second, announced, replaced, third };
  }

  beforeAll(async () => {
    story = await change();
  }, STORY_MS);

  test("is previewed as a replacement of instances, records and sets", () => {
    expectExit(story.announced, 0);
    expect(planOf(story.announced)).toMatchObject({
      golden: "replace",
      server: "replace",
      fixed: "replace",
      zone: "replace",
      www: "replace",
      texts: "replace",
    });
  });

  test("replaces what the preview showed, within the saved plan", () => {
    expectExit(story.replaced, 0);
    const others = Object.keys(story.first).filter((name) => story.second[name] !== story.third[name]);
    expect(others.sort()).toEqual(["fixed", "golden", "server", "texts", "www", "zone"]);
  });

  test("does not replace a resource that only uses an output of an instance that is deleted first", () => {
    expect(planOf(story.announced)["data"] ?? "same").toBe("same");
    expect(story.third["data"]).toBe(story.first["data"]);
  });

  test("that turns out to be unchanged changes nothing, although the preview showed a replacement", () => {
    expect(planOf(story.alarmed)).toMatchObject({ tagged: "update", late: "replace" });
    expectExit(story.unchanged, 0);
    expect(story.second).toEqual(story.first);
    expect(story.unchanged.writeNames).toEqual(["PUT /compute/instances/{id}"]);
  });
});
