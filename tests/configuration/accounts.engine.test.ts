import path from "node:path";
import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { counted, domains, instances } from "../support/engine-service";

describe("several accounts in one program", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof useAccounts>>;

  /** Each token has only the scopes that its own resource needs; the second account is a separate emulator. */
  async function useAccounts() {
    const dataFile = path.join(engine.folder(), "service.json");
    const forDomains = { token: "domains", scopes: ["domains:read_write"] };
    const first = await engine.emulator({
      token: "observer",
      tokens: [{ token: "computes", scopes: ["computes:read_write"] }, forDomains],
      dataFile,
    });
    const second = await engine.emulator({ token: "second" });
    const project = (await engine.project(first)).program(`
      const second = new compute.Provider("second", { token: "second", url: "${second.url}" });
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
    const env = { COMPUTE_TOKEN: undefined };
    const up = ["up", "--yes", "--skip-preview", "--stack", STACK];
    const created = await counted(second, () => project.run(up, env));
    const lookups = {
      first: first.requests().log.filter(({ path: asked }) => /regions|images/.test(asked)),
      second: second
        .requests()
        .log.filter(({ path: asked }) => /regions|images/.test(asked))
        .map(({ path: asked }) => asked),
    };
    const live = {
      first: { instances: await instances(first), domains: await domains(first) },
      second: { domains: await domains(second) },
    };

    await first.close();
    const after = await engine.emulator({ token: "new-token", tokens: [forDomains], dataFile, port: first.port });
    const refused = await project.run(["refresh", "--yes", "--skip-preview", "--stack", STACK], env);
    const held = project.resource("web")?.id;
    const destroy = ["destroy", "--yes", "--skip-preview", "--refresh", "--stack", STACK];
    const destroyed = await project.run(destroy, { COMPUTE_TOKEN: "new-token" });
    const left = [...(await instances(after)), ...(await domains(after)), ...(await domains(second))];
    return { created, lookups, live, refused, held, destroyed, left };
  }

  beforeAll(async () => {
    story = await useAccounts();
  }, STORY_MS);

  test("each resource is created in its provider's account", () => {
    expectExit(story.created, 0);
    expect(story.live.first.instances).toHaveLength(1);
    expect(story.live.first.domains.map(({ domain }) => domain)).toEqual(["by-token.example.com"]);
    expect(story.live.second.domains.map(({ domain }) => domain)).toContain("elsewhere.example.com");
  });

  test("a component passes its provider on to its children", () => {
    expect(story.live.second.domains.map(({ domain }) => domain).sort()).toEqual([
      "elsewhere.example.com",
      "in-component.example.com",
    ]);
  });

  test("data sources use the provider of their options or of their parents", () => {
    // The instance checks that its region exists.
    expect(story.lookups.first.map(({ path: asked }) => asked)).toEqual(["/regions"]);
    expect(story.lookups.second.sort()).toEqual(["/images/compute/debian11", "/regions", "/regions/eu-west"]);
  });

  test("a refresh with the token of the last up, revoked since, is rejected, and removes nothing from the state", () => {
    expectExit(story.refused, 1);
    expect(story.refused.output).toContain("HTTP 401");
    expect(story.held).toMatch(/^\d+$/);
  });

  test("a new token from the environment replaces it, and destroy after a refresh deletes everything in both accounts", () => {
    expectExit(story.destroyed, 0);
    expect(story.left).toEqual([]);
  });
});
