import { expectExit, STACK } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { counted, engineStory } from "../support/engine-fixture";

const GOOD = `
  const zone = new compute.Domain("zone", { domain: "good.example.com", type: "master", soaEmail: "admin@example.com" });
  new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" });
  new compute.Instance("web", { region: "us-east", type: "g6-nanode-1" });
`;
/** The engine stops at the first rejected resource, so each has its own preview. */
const BAD_INSTANCE = `
  new compute.Instance("web", {
    region: "us-eats", image: "compute/debain11", label: "-x", rootPass: "short", alerts: { cpu: -1 },
    tags: ["good", 7], backups: { schedule: { day: "Someday" } }, colour: "blue" });
`;

describe("a preview that fails", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const preview = (program: string, env: NodeJS.ProcessEnv = {}) => {
      project.program(program);
      return counted(emulator, () => project.run(["preview", "--stack", STACK], env));
    };
    project.configure({ "compute:tokn": "geheim" });
    const withoutToken = await preview(GOOD, { COMPUTE_TOKEN: undefined });
    project.configure({ "compute:tokn": undefined });
    return { withoutToken, badInstance: await preview(BAD_INSTANCE) };
  });

  /** The summary at the end, which contains every message once. */
  const diagnostics = ({ output }: Ended): string => output.slice(output.indexOf("Diagnostics:"));

  test("reports a missing token as one error that lists all the ways to set it", () => {
    expectExit(story.withoutToken, 1);
    const said = diagnostics(story.withoutToken);
    expect(said.split("No access token")).toHaveLength(2);
    for (const way of ["COMPUTE_TOKEN", "pulumi config set --secret compute:token", "compute.Provider"]) {
      expect(said).toContain(way);
    }
    expect(story.withoutToken.requests).toBe(0);
  });

  test("warns once about an unknown config key, and suggests the closest valid one", () => {
    const said = diagnostics(story.withoutToken);
    expect(said.split("Unknown key compute:tokn in stack config; did you mean compute:token?")).toHaveLength(2);
    expect(said).not.toContain("geheim");
    expect(diagnostics(story.badInstance)).not.toContain("Unknown key");
  });

  test.each([
    /type\W.*is required/,
    /label\W.*must have 3 to 64 characters \(it has 2\)/,
    /rootPass\W.*must have 7 to 128 characters \(it has 5\)/,
    /alerts\.cpu\W.*must be an integer of at least 0/,
    /tags\[1\]\W.*must be a string/,
    /backups\.schedule\.day\W.*must be one of/,
    /colour\W.*is not an input of Instance/,
  ])("reports together with an instance's other problems: %s", (problem) => {
    expect(diagnostics(story.badInstance)).toMatch(problem);
  });

  test("reports values that do not exist with them, each with the closest valid one, and no other value", () => {
    expectExit(story.badInstance, 1);
    const { output } = story.badInstance;
    expect(output).toContain('region: "us-eats" does not exist; did you mean "us-east"?');
    expect(output).toContain('image: "compute/debain11" does not exist; did you mean "compute/debian11"?');
    // The regions, the image, and the list of images.
    expect(story.badInstance.requests).toBe(3);
    expect(story.badInstance.writes).toEqual([]);
    // Any input may be secret.
    for (const value of ["-x", "short"]) expect(output).not.toContain(value);
  });
});
