import { must } from "../support/engine-cli";
import { counted, engineStory } from "../support/engine-fixture";

const PROGRAM = `
  const web = new compute.Instance("web", {
    region: "us-den-1", type: "g8-dedicated-4-2", image: "compute/debian13", rootPass: "a long password", alerts: { cpu: 55 },
  });
  const zone = new compute.Zone("zone", {
    domain: "shop.example", soaEmail: "admin@example.com", records: [{ type: "A", target: web.publicIpv4, ttlSec: 30 }],
  });
  new compute.MysqlDatabase("shop", { engine: "mysql/8.4.6", region: "us-east", type: "g6-nanode-1", allowList: ["192.0.2.1"] });
`;
const MONGO = `
  new compute.MongoDatabase("orders", { engine: "mongodb/4.4.10", region: "us-east", type: "g6-nanode-1", allowList: ["192.0.2.1"] });
`;

describe("against the service of today", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin({ brand: "linode", profile: "today" });
    project.env.COMPUTE_BRAND = "linode";
    const refused = await project.program(PROGRAM + MONGO).preview();
    await must(project.program(PROGRAM).up());
    const unchanged = await counted(emulator, () => must(project.previewUnchanged()));
    const refreshed = await must(project.previewUnchanged("--refresh"));
    const ttls = emulator.list("record").map(({ ttl_sec }) => ttl_sec);
    return { refused, unchanged, refreshed, ttls, destroyed: await must(project.destroy()) };
  });

  test("new regions, plans, images, engines and a TTL of 30 work, and neither a preview nor a refresh finds a difference", () => {
    expect(story.ttls).toEqual([30]);
    expect(story.unchanged.requests).toBe(0);
    expect(story.refreshed.code).toBe(0);
    expect(story.destroyed.code).toBe(0);
  });

  test("MongoDB is refused at preview with the reason", () => {
    expect(story.refused.code).not.toBe(0);
    expect(story.refused.output).toMatch(/engine\b.*: this service no longer offers MongoDB, only mysql/);
  });
});
