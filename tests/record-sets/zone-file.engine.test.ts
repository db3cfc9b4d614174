import { must } from "../support/engine-cli";
import { counted, engineStory, records } from "../support/engine-fixture";

const FILE = String.raw`$ORIGIN shop.example.\n$TTL 300\nwww A 192.0.2.1\n@ MX 10 mail\nmail A 192.0.2.2\n`;

const programWith = (zoneFile: string): string => `
  const zone = { type: "master", soaEmail: "admin@example.com" };
  new compute.Zone("zone", { domain: "zone.example", soaEmail: "admin@example.com", zoneFile: "www A 192.0.2.1\\n@ HINFO a b" });
  const shop = new compute.Domain("shop", { ...zone, domain: "shop.example" });
  new compute.DomainRecordSet("records", { domainId: shop.id, zoneFile: "${zoneFile}", exclusive: true });
`;

describe("a zone file", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    project.program(programWith(`${FILE}bad A 192.0.2\\n`));
    const refused = await counted(emulator, () => project.preview());
    const created = await counted(emulator, () => must(project.program(programWith(FILE)).up()));
    const made = await records(emulator);
    project.program(programWith(`; a comment\\n${FILE}`));
    return { refused, created, made, unchanged: await counted(emulator, () => must(project.previewUnchanged())) };
  });

  test("that is wrong fails the preview with its line, and nothing is sent", () => {
    expect(story.refused.code).not.toBe(0);
    expect(story.refused.output).toMatch(/zoneFile line 6\.target: must be an IPv4 address/);
    expect(story.refused.writeNames).toEqual([]);
  });

  test("gives a zone and a set their records, and is no change when it is only written differently", () => {
    const made = story.made.map(({ type, name, target }) => [type, name, target].join(" ")).sort();
    expect(made).toEqual(["A mail 192.0.2.2", "A www 192.0.2.1", "A www 192.0.2.1", "MX  mail.shop.example"]);
    expect(story.unchanged.requests).toBe(0);
    expect(story.created.stdout).toMatch(/not in the zone: line 2: HINFO/);
    expect(story.unchanged.stdout).not.toMatch(/HINFO/);
  });
});
