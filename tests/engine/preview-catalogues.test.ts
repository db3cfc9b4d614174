import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { counted } from "../support/engine-service";

const ROOT_PASS = 'rootPass: "correct-horse-1"';
const THREE_MISTAKES = `
  new compute.Instance("web", { region: "us-eats", type: "g6-nanode", image: "compute/debain11", ${ROOT_PASS} });`;
/** The engine stops at the first resource that is refused, whichever of them it checks first. */
const THREE_RESOURCES = `
  new compute.Instance("one", { region: "us-eats", type: "g6-nanode-1" });
  new compute.Instance("two", { region: "us-east", type: "g6-nanode-1", image: "compute/debain11", ${ROOT_PASS} });
  new compute.MongoDatabase("three", {
    region: "us-east", type: "g6-nanode-1", engine: "mongodb/4.4.11", allowList: ["192.0.2.1"] });`;
const vlanIn = (region: string): string => `
  new compute.Instance("web", { region: "${region}", type: "g6-nanode-1", image: "compute/debian11", ${ROOT_PASS},
    interfaces: [{ purpose: "vlan", label: "back" }] });`;

describe.each([false, true])("what a preview finds in the catalogues, documentedOnly: %p", (documentedOnly) => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof previewAll>>;

  async function previewAll() {
    const emulator = await engine.emulator({ documentedOnly });
    const project = await engine.project(emulator);
    const run = (program: string, ...args: string[]) => {
      project.program(program);
      return counted(emulator, () => project.run([...args, "--stack", STACK]));
    };
    return {
      mistakes: await run(THREE_MISTAKES, "preview"),
      resources: await run(THREE_RESOURCES, "up", "--yes"),
      incapable: await run(vlanIn("us-east"), "preview"),
      capable: await run(vlanIn("us-southeast"), "up", "--yes", "--skip-preview"),
      unchanged: await run(vlanIn("us-southeast"), "preview"),
    };
  }

  beforeAll(async () => {
    story = await previewAll();
  }, STORY_MS);

  test("reports all mistakes of a resource at once, each with the nearest name, for one request each and one for the token", () => {
    expectExit(story.mistakes, 1);
    const { output } = story.mistakes;
    expect(output).toContain('region: is "us-eats", which the service does not have; did you mean "us-east"?');
    expect(output).toContain(
      'image: is "compute/debain11", which the service does not have; did you mean "compute/debian11"?',
    );
    // The documents only refer to the list of types.
    expect(output.includes('type: is "g6-nanode"')).toBe(!documentedOnly);
    // Whether the token is taken, the regions, the types, the image, and the images that there are.
    expect(story.mistakes.requests).toBe(5);
    expect(story.mistakes.writes).toEqual([]);
  });

  test("stops an up before any of three wrong resources is made", () => {
    expectExit(story.resources, 1);
    expect(story.resources.output).toMatch(/did you mean "(us-east|compute\/debian11|mongodb\/4\.4\.10)"/);
    expect(story.resources.writes).toEqual([]);
  });

  test("names the regions that can do what the program needs", () => {
    expectExit(story.incapable, 1);
    expect(story.incapable.output).toContain('region: is "us-east", which does not have "Vlans", as a VLAN needs');
    expect(story.incapable.output).toContain("these have it: ap-west, ca-central, ap-southeast, us-southeast");
  });

  test("lets through what is right, and asks nothing once it exists", () => {
    expectExit(story.capable, 0);
    expect(story.capable.writeNames).toEqual(["POST /compute/instances"]);
    expectExit(story.unchanged, 0);
    expect(story.unchanged.requests).toBe(0);
  });
});
