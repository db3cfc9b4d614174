import { must } from "../support/engine-cli";
import { all, counted, domains, engineStory } from "../support/engine-fixture";

const WWW = `{ type: "A", name: "www", target: web.ipv4[0] }`;
const MX = `{ type: "MX", target: "mail.example.com", priority: 10 }`;
const TXT = `{ type: "TXT", target: "v=spf1 -all" }`;
const BLOG = `{ type: "CNAME", name: "blog", target: "www.zone.example.com" }`;

const zoneOf = (...records: readonly string[]): string => `
  const web = new compute.Instance("web", { region: "us-east", type: "g6-nanode-1" });
  const zone = new compute.Zone("zone", {
    domain: "zone.example.com", soaEmail: "admin@example.com", ttlSec: 300, records: [${records.join(", ")}],
  });
  exports.domain = zone.domain.domain;
  exports.domainId = zone.domainId;
  exports.targets = pulumi.all(zone.records.map(({ target }) => target));
`;

/** The copy's own inputs in addition to the source's. */
const COPY = `
  new compute.Domain("copy",
    { domain: "copy.example.com", type: "master", description: "A copy", cloneFrom: zone.domainId },
    { dependsOn: zone.records });
`;

const imported = (id: string): string => `
  const copy = new compute.Domain("imported", { domain: "copy.example.com", type: "master", soaEmail: "admin@example.com" }, { import: "${id}" });
  new compute.DomainRecordSet("all", { domainId: copy.id, records: [], exclusive: true });
`;

describe("a zone with its records inline", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    project.program(zoneOf(WWW, MX, TXT));
    const created = await counted(emulator, () => must(project.up()));
    const parents = project.resources().map(({ urn }) => urn);
    // A key alone changes nothing.
    project.program(zoneOf(WWW, BLOG, MX, TXT.replace("}", ', key: "spf" }')) + COPY);
    const changed = await counted(emulator, () => must(project.up()));
    const copy = (await domains(emulator)).find(({ domain }) => domain === "copy.example.com");
    const copied = await all(emulator, `/domains/${String(copy?.id)}/records`);
    project.program(imported(String(copy?.id)));
    const previewed = await must(project.preview());
    return { created, parents, changed, copy, copied, previewed };
  });

  test("is a component with a domain and one resource for each record", () => {
    const { created, parents } = story;
    expect(parents.filter((urn) => urn.includes("compute:index:Zone$"))).toHaveLength(4);
    expect(created.stdout).toContain('domain  : "zone.example.com"');
    expect(created.stdout).toContain('"mail.example.com"');
  });

  test("creates exactly one resource for a record inserted among the others, and can be cloned with all its records", () => {
    const { changed, copy, copied } = story;
    expect(changed.writeNames).toEqual(["POST /domains/{id}/records", "POST /domains/{id}/clone", "PUT /domains/{id}"]);
    expect(changed.writes[0]?.requestBody).toEqual({ type: "CNAME", name: "blog", target: "www.zone.example.com" });
    expect(copy).toMatchObject({ soa_email: "admin@example.com", ttl_sec: 300, description: "A copy" });
    expect(copied).toHaveLength(4);
  });

  test("that is imported is read by the preview, which lists what an exclusive set deletes there", () => {
    expect(story.previewed.stdout).toMatch(/`exclusive` will delete undeclared records: .*TXT @ v=spf1 -all/);
  });
});
