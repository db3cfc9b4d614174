import path from "node:path";
import type { Emulator } from "../../emulator/index";
import { expectExit, must } from "../support/engine-cli";
import { domains, engineStory, instances } from "../support/engine-fixture";

describe("several accounts in one program", () => {
  /** Each token has only the scopes that its own resource needs; the second account is a separate emulator. */
  const story = engineStory(async (engine) => {
    const dataFile = path.join(engine.folder(), "service.json");
    const forDomains = { token: "domains", scopes: ["domains:read_write"] };
    const first = await engine.emulator({
      token: "observer",
      tokens: [{ token: "computes", scopes: ["computes:read_write"] }, forDomains],
      dataFile,
    });
    const second = await engine.emulator({ token: "second" });
    const project = (await engine.project(first)).program(`
      const second = new compute.Provider("default_eu", { token: "second", url: "${second.url}" });
      const forDomains = new compute.Provider("domains", { token: config.requireSecret("domainsToken") });
      const zone = (name, opts) => new compute.Domain(name,
        { domain: name + ".example.com", type: "master", soaEmail: "admin@example.com" }, opts);
      new compute.Instance("web", { region: "us-east", type: "g6-nanode-1", label: "web" });
      zone("by-token", { provider: forDomains });
      zone("elsewhere", { provider: second });
      const group = new pulumi.ComponentResource("test:index:Group", "group", {}, { providers: [second] });
      zone("in-component", { parent: group });
      exports.regions = compute.getRegionsOutput({}, { provider: second }).regions.length;
      exports.image = compute.getImageOutput({ id: "compute/debian11" }, { parent: group }).label;
      exports.country = compute.getRegion({ id: "eu-west" }, { provider: second }).then(({ country }) => country);
    `);
    project.configureSecrets({ domainsToken: "domains", "compute:token": "computes" });
    project.env.COMPUTE_TOKEN = undefined;
    await must(project.up());
    const [own, elsewhere] = [first, second].map((emulator) => {
      const paths = emulator.requests().log.map(({ path: asked }) => asked);
      return paths.filter((asked) => /regions|images/.test(asked)).sort();
    });
    const namesIn = async (emulator: Emulator) => (await domains(emulator)).map(({ domain }) => domain).sort();
    const live = { instances: await instances(first), own: await namesIn(first), elsewhere: await namesIn(second) };

    await first.close();
    const after = await engine.emulator({ token: "new-token", tokens: [forDomains], dataFile, port: first.port });
    const refused = await project.refresh();
    const held = project.resource("web")?.id;
    project.env.COMPUTE_TOKEN = "new-token";
    await must(project.destroy("--refresh"));
    const left = [...(await instances(after)), ...(await domains(after)), ...(await domains(second))];
    return { lookups: { own, elsewhere }, live, refused, held, left };
  });

  test("each resource is created in its provider's account", () => {
    expect(story.live.instances).toHaveLength(1);
    expect(story.live.own).toEqual(["by-token.example.com"]);
    expect(story.live.elsewhere).toContain("elsewhere.example.com");
  });

  test("a component passes its provider on to its children", () => {
    expect(story.live.elsewhere).toEqual(["elsewhere.example.com", "in-component.example.com"]);
  });

  test("data sources use the provider of their options or of their parents", () => {
    // The instance checks that its region exists.
    expect(story.lookups.own).toEqual(["/regions"]);
    expect(story.lookups.elsewhere).toEqual(["/images/compute/debian11", "/regions", "/regions/eu-west"]);
  });

  test("a refresh with the token of the last up, revoked since, is rejected, and removes nothing from the state", () => {
    expectExit(story.refused, 1);
    expect(story.refused.output).toContain("HTTP 401");
    expect(story.held).toMatch(/^\d+$/);
  });

  test("a new token from the environment replaces it, and destroy after a refresh deletes everything in both accounts", () => {
    expect(story.left).toEqual([]);
  });
});
