import { expectExit } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { counted } from "../support/engine-service";

const GOOD = `
  const zone = new compute.Domain("zone", { domain: "good.example.com", type: "master", soaEmail: "admin@example.com" });
  new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" });
  new compute.Instance("web", { region: "us-east", type: "g6-nanode-1" });
`;
/** The engine stops at the first resource that is refused, so each has a preview of its own. */
const BAD_INSTANCE = `
  new compute.Instance("web", {
    region: "us-east", image: "compute/debian11", label: "-x", rootPass: "short", alerts: { cpu: -1 },
    tags: ["good", 7], backups: { schedule: { day: "Someday" } }, colour: "blue" });
`;
const BAD_RECORD = `
  const zone = new compute.Domain("zone", { domain: "good.example.com", type: "master", soaEmail: "admin@example.com" });
  new compute.DomainRecord("www", {
    domainId: zone.id, type: "A", target: "not an address", priority: 256, ttlSec: -1, tag: "issue" });
`;
const CATALOGUES = `
  exports.regions = compute.getRegions().then(({ regions }) => regions.length);
  exports.country = compute.getRegionOutput({ id: "eu-west" }).country;
  exports.images = compute.getImages({ isPublic: true }).then(({ images }) => images.map(({ id }) => id));
  exports.label = compute.getImage({ id: "compute/debian11" }).then(({ label }) => label);
`;

describe("what a preview refuses", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof previewAll>>;

  async function previewAll() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    const preview = (program: string, env: NodeJS.ProcessEnv = {}) => {
      project.program(program);
      return counted(emulator, () => project.run(["preview", "--stack", STACK], env));
    };
    project.configure({ "compute:tokn": "geheim" });
    const wrongToken = await preview(GOOD, { COMPUTE_TOKEN: "made-up-token" });
    project.configure({ "compute:tokn": undefined });
    return {
      wrongToken,
      withoutToken: await preview(GOOD, { COMPUTE_TOKEN: undefined }),
      insecure: await preview(GOOD, { COMPUTE_URL: "http://192.0.2.1/v4" }),
      badInstance: await preview(BAD_INSTANCE),
      badRecord: await preview(BAD_RECORD),
      catalogues: await preview(CATALOGUES, { COMPUTE_TOKEN: undefined }),
      missing: await preview(`compute.Domain.get("missing", "4711");`),
    };
  }

  beforeAll(async () => {
    story = await previewAll();
  }, STORY_MS);

  /** The summary at the end, where every message stands once. */
  const diagnostics = ({ output }: Ended): string => output.slice(output.indexOf("Diagnostics:"));

  test("a missing token is one error that names all the ways to give one", () => {
    expectExit(story.withoutToken, 1);
    const said = diagnostics(story.withoutToken);
    expect(said.split("No access token")).toHaveLength(2);
    for (const way of ["COMPUTE_TOKEN", "pulumi config set --secret compute:token", "compute.Provider"]) {
      expect(said).toContain(way);
    }
    expect(story.withoutToken.requests).toBe(0);
  });

  test("a token that the service does not take is one error that says what to do, for one request", () => {
    expectExit(story.wrongToken, 1);
    const said = diagnostics(story.wrongToken);
    expect(said.split("The service rejects the access token")).toHaveLength(2);
    expect(said).toContain("COMPUTE_TOKEN");
    expect(said).not.toContain("made-up-token");
    expect(story.wrongToken.requests).toBe(1);
  });

  test("a key of the configuration that nobody reads is named once, with the one that may be meant", () => {
    const said = diagnostics(story.wrongToken);
    expect(said.split("compute:tokn, which pulumi-compute does not read; did you mean compute:token?")).toHaveLength(2);
    expect(said).not.toContain("geheim");
    expect(diagnostics(story.badInstance)).not.toContain("does not read");
  });

  test("an address that would carry the token unencrypted is refused, once", () => {
    expectExit(story.insecure, 1);
    const said = diagnostics(story.insecure);
    expect(said.split("the token would travel unencrypted")).toHaveLength(2);
    expect(story.insecure.requests).toBe(0);
  });

  test.each([
    ["type", "is required"],
    ["label", "must have 3 to 64 characters (it has 2)"],
    ["rootPass", "must have 7 to 128 characters (it has 5)"],
    ["alerts.cpu", "must be an integer of at least 0"],
    ["tags[1]", "must be a non-empty string"],
    ["backups.schedule.day", "must be one of"],
    ["colour", "is not an argument of Instance"],
  ])("an instance's %s that %s is reported together with its other problems", (property, reason) => {
    expect(diagnostics(story.badInstance)).toMatch(problem(property, reason));
  });

  test.each([
    ["target", "must be an IPv4 address for A records"],
    ["priority", "must be an integer from 0 to 255"],
    ["priority", "is valid only for MX and SRV records, not for A"],
    ["ttlSec", "must be an integer from 0 to"],
    ["tag", "is valid only for CAA records, not for A"],
  ])("a record's %s that %s is reported together with its other problems", (property, reason) => {
    expect(diagnostics(story.badRecord)).toMatch(problem(property, reason));
  });

  test("bad arguments fail the preview; all that is asked is whether the service has the region and the image, takes the token, and whether a name is free", () => {
    for (const bad of [story.badInstance, story.badRecord]) {
      expectExit(bad, 1);
      expect(bad.writes).toEqual([]);
    }
    expect(story.badInstance.requests).toBe(2);
    // The domain beside it is sound.
    expect(story.badRecord.requests).toBe(1);
  });

  test("the messages show no value: any argument may be secret", () => {
    expect(story.badInstance.output).not.toContain("-x");
    expect(story.badInstance.output).not.toContain("short");
  });

  test("the catalogues can be asked without a token", () => {
    expectExit(story.catalogues, 0);
    expect(story.catalogues.output).toMatch(/country\s*: "uk"/);
    expect(story.catalogues.output).toMatch(/regions\s*: [1-9]/);
    expect(story.catalogues.output).toContain('"compute/debian11"');
    expect(story.catalogues.output).toMatch(/label\s*: "Debian 11"/);
  });

  test("a .get of what does not exist fails with the id", () => {
    expectExit(story.missing, 1);
    expect(diagnostics(story.missing)).toContain("There is no domain with id 4711");
  });
});

/** One line of the diagnostics that has both. */
function problem(property: string, reason: string): RegExp {
  return new RegExp(`${escaped(property)}\\W.*${escaped(reason)}`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
