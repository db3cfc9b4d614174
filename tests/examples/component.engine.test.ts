import { expectExit } from "../support/engine-cli";
import { compileExample, setRootPass } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { plannedBy, protectedBy } from "../support/engine-preview";
import { all, domains, instances } from "../support/engine-service";

const EXAMPLE = "component";

describe("a user's component, used twice", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    setRootPass(project);
    compileExample(EXAMPLE, project.folder);
    const created = await project.up();
    const servers = await instances(emulator);
    const [zone] = await domains(emulator);
    const records = await all(emulator, `/domains/${zone?.id}/records`);
    const urns = project.resources().map(({ urn }) => urn);
    const outputs = project.outputs();
    compileExample(EXAMPLE, project.folder, { "site.ts": [["compute/debian11", "compute/ubuntu22.04"]] });
    project.configure({ protectShop: "true" });
    const newerImage = await project.preview("--json");
    return { created, servers, records, urns, outputs, newerImage };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("each has its own instance, and a record that points to it", () => {
    expectExit(story.created, 0);
    const addressOf = (name: string) => story.records.find((record) => record.name === name)?.target;
    const addresses = story.servers.map(({ ipv4 }) => (ipv4 as string[])[0]);
    expect([addressOf("blog"), addressOf("shop")].sort()).toEqual(addresses.sort());
    expect(new Set(addresses).size).toBe(2);
    expect(story.outputs).toEqual({
      urls: ["http://blog.component-example.com/", "http://shop.component-example.com/"],
    });
  });

  test("their instances and records are children of the component", () => {
    const children = story.urns.filter((urn) => urn.includes("::examples:site:Site$"));
    expect(children.map((urn) => urn.slice(urn.indexOf("$") + 1)).sort()).toEqual([
      "pulumi-nodejs:dynamic/compute:DomainRecord::blog",
      "pulumi-nodejs:dynamic/compute:DomainRecord::shop",
      "pulumi-nodejs:dynamic/compute:Instance::blog",
      "pulumi-nodejs:dynamic/compute:Instance::shop",
    ]);
  });

  test("a newer image replaces only the instance that does not ignore it", () => {
    const { update: _records, same: _protected, ...planned } = plannedBy(story.newerImage);
    const replaced = Object.values(planned).flat();
    expect(new Set(replaced)).toEqual(new Set(["blog"]));
  });

  test("protect reaches both children of the component that has it, and no other", () => {
    expect(protectedBy(story.newerImage)).toEqual(["shop", "shop"]);
  });
});
