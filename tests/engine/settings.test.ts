import path from "node:path";
import { expectExit, start } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { repository, STACK } from "../support/engine-project";
import { startProxy } from "../support/engine-proxy";
import { counted, domains } from "../support/engine-service";

const ZONE = `new compute.Domain("zone", { domain: "a.example.com", type: "master", soaEmail: "admin@example.com" });`;

/** The summary at the end, where every message stands once. */
const diagnostics = ({ output }: Ended): string => output.slice(output.indexOf("Diagnostics:"));

describe("a brand without a base address", () => {
  const engine = engineFixture();
  const NO_URL = { COMPUTE_URL: undefined };
  let story: Awaited<ReturnType<typeof live>>;

  /** The state has the brand, but no address: an earlier version has written such states, too. */
  async function live() {
    const emulator = await engine.emulator({ brand: "acme" });
    const project = (await engine.project(emulator)).program(ZONE);
    const proxy = await startProxy();
    const env = { ...NO_URL, HTTPS_PROXY: proxy.url, https_proxy: proxy.url };
    // Node 20 and 22 take half a minute to colour the stack of an error of the SDK.
    const failing = { ...env, NODE_OPTIONS: "--stack-trace-limit=0" };
    const pulumi = (command: string, more: NodeJS.ProcessEnv = {}): Promise<Ended> => {
      const yes = command === "preview" ? [] : ["--yes", "--skip-preview"];
      return project.run([command, ...yes, "--stack", STACK], { ...env, ...more });
    };
    project.configure({ "compute:brand": "acme" });
    const previewed = await pulumi("preview");
    const lookup = project.program("exports.regions = compute.getRegionsOutput().regions.length;");
    const looked = await lookup.run(["preview", "--stack", STACK], failing);
    project.program(`const other = new compute.Provider("other", { token: "t" });
      new compute.Domain("zone", { domain: "a.example.com", type: "master", soaEmail: "admin@example.com" }, { provider: other });`);
    const explicit = await pulumi("preview", failing);
    const asked = [...proxy.hosts];
    project.program(ZONE);
    const known = await pulumi("preview", { COMPUTE_BRAND: "linode" });
    const askedWithKnown = [...proxy.hosts];
    await project.mustUp();
    const refreshed = await pulumi("refresh");
    const destroyed = await pulumi("destroy");
    const main = path.join(repository, "dist", "cli", "main.js");
    const drift = await start(process.execPath, [main, "drift"], {
      cwd: project.folder,
      env: { ...project.env, ...env },
    }).ended;
    const adopt = await start(process.execPath, [main, "adopt"], {
      cwd: project.folder,
      env: { ...project.env, ...env, COMPUTE_BRAND: "acme" },
    }).ended;
    const held = project.resource("zone")?.id;
    const askedAfterwards = [...proxy.hosts];
    const ended = [await project.refresh("--expect-no-changes"), await project.destroy()];
    proxy.close();
    const refused = { previewed, looked, explicit, refreshed, destroyed, adopt };
    return {
      refused,
      drift,
      known,
      asked,
      askedWithKnown,
      askedAfterwards,
      held,
      ended,
      left: await domains(emulator),
    };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test.each(["previewed", "looked", "explicit", "refreshed", "destroyed", "adopt"] as const)(
    "is refused where it is %s, with what to set",
    (name) => {
      const { code, output } = story.refused[name];
      expect(code).not.toBe(0);
      expect(output).toContain('is "acme", but there is no base address');
      for (const way of ["pulumi config set compute:url", "COMPUTE_URL", "`url` of the compute.Provider"]) {
        expect(output).toContain(way);
      }
    },
  );

  test("leaves a drift report incomplete, which says why", () => {
    expectExit(story.drift, 1);
    expect(story.drift.output).toContain("no base address");
  });

  test("makes nothing try to reach a host of that name, as the known brand does", () => {
    expect(story.asked.filter((host) => host.includes("acme"))).toEqual([]);
    expect(story.askedAfterwards.filter((host) => host.includes("acme"))).toEqual([]);
    expect(story.askedWithKnown).toContain("api.linode.com:443");
  });

  test("leaves the state of an earlier up as it is, and COMPUTE_URL makes it usable again", () => {
    expect(story.held).toMatch(/^\d+$/);
    for (const ended of story.ended) expectExit(ended, 0);
    expect(story.left).toEqual([]);
  });
});

describe("an environment and a configuration that differ", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof previews>>;

  async function previews() {
    const emulator = await engine.emulator({ token: "environments-token", tokens: ["providers-token"] });
    const project = await engine.project(emulator);
    const preview = (program: string) => {
      project.program(program);
      return counted(emulator, () => project.preview());
    };
    await project.configureSecrets({ "compute:token": "stacks-token" });
    const ZONES = `
      const zone = (name, opts) => new compute.Domain(name,
        { domain: name + ".example.com", type: "master", soaEmail: "admin@example.com" }, opts);
      const own = new compute.Provider("own", { token: "providers-token" });`;
    return {
      three: await preview(`${ZONES} for (const name of ["a", "b", "c"]) zone(name); compute.getDomainsOutput();`),
      ownToken: await preview(`${ZONES} for (const name of ["a", "b"]) zone(name, { provider: own });`),
      noOwnToken: await preview(`${ZONES} zone("a", { provider: new compute.Provider("other") });`),
    };
  }

  beforeAll(async () => {
    story = await previews();
  }, STORY_MS);

  const WARNING = "COMPUTE_TOKEN is used instead of compute:token";

  test("are one warning, however many resources there are, which names what is used", () => {
    expectExit(story.three, 0);
    expect(diagnostics(story.three).split(WARNING)).toHaveLength(2);
    expect(story.three.requests).toBeGreaterThan(0);
  });

  test("are nothing to warn of where every resource has a provider with its own token", () => {
    expectExit(story.ownToken, 0);
    expect(story.ownToken.output).not.toContain("is used instead of");
  });

  test("are warned of where a provider takes its token from the environment", () => {
    expectExit(story.noOwnToken, 0);
    expect(diagnostics(story.noOwnToken).split(WARNING)).toHaveLength(2);
  });

  test("show no token", () => {
    for (const { output } of Object.values(story)) {
      expect(output).not.toMatch(/(stacks|environments|providers)-token/);
    }
  });
});
