import { expectExit } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { eventually } from "../support/engine-eventually";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { startProxy } from "../support/engine-proxy";
import { counted, domains } from "../support/engine-service";

const KNOWN_HOST = "api.linode.com:443";
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
    project.configure({ "compute:brand": "acme" });
    const previewed = await project.run(["preview", "--stack", STACK], env);
    const asked = [...proxy.hosts];
    // It would try again for a while.
    const known = project.start(["preview", "--stack", STACK], { ...env, COMPUTE_BRAND: "linode" });
    await eventually("a request to the known brand", () => proxy.hosts.has(KNOWN_HOST));
    known.interrupt();
    await known.ended;
    await project.mustUp();
    const refreshed = await project.run(["refresh", "--yes", "--skip-preview", "--stack", STACK], env);
    const held = project.resource("zone")?.id;
    const askedAfterwards = [...proxy.hosts];
    const ended = await project.destroy();
    proxy.close();
    return { refused: { previewed, refreshed }, asked, askedAfterwards, held, ended, left: await domains(emulator) };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test.each(["previewed", "refreshed"] as const)("is refused where it is %s, with what to set", (name) => {
    const { code, output } = story.refused[name];
    expect(code).not.toBe(0);
    expect(output).toContain('is "acme", but there is no base address');
    for (const way of ["pulumi config set compute:url", "COMPUTE_URL", "`url` of the compute.Provider"]) {
      expect(output).toContain(way);
    }
  });

  test("makes nothing try to reach a host of that name, as the known brand does", () => {
    expect(story.asked.filter((host) => host.includes("acme"))).toEqual([]);
    expect(story.askedAfterwards.filter((host) => host.includes("acme"))).toEqual([]);
    expect(story.askedAfterwards).toContain(KNOWN_HOST);
  });

  test("leaves the state of an earlier up as it is, and COMPUTE_URL makes it usable again", () => {
    expect(story.held).toMatch(/^\d+$/);
    expectExit(story.ended, 0);
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
    project.configureSecrets({ "compute:token": "stacks-token" });
    const ZONES = `
      const zone = (name, opts) => new compute.Domain(name,
        { domain: name + ".example.com", type: "master", soaEmail: "admin@example.com" }, opts);
      const own = new compute.Provider("own", { token: "providers-token" });`;
    return {
      three: await preview(`${ZONES} for (const name of ["a", "b", "c"]) zone(name); compute.getDomainsOutput();`),
      ownToken: await preview(`${ZONES} for (const name of ["a", "b"]) zone(name, { provider: own });`),
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

  test("show no token", () => {
    for (const { output } of Object.values(story)) {
      expect(output).not.toMatch(/(stacks|environments|providers)-token/);
    }
  });
});
