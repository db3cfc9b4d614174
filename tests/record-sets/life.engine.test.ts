import { ask } from "../support/ask";
import { must } from "../support/engine-cli";
import { all, counted, domains, engineStory, make } from "../support/engine-fixture";

const WWW = `{ type: "A", name: "www", target: web.ipv4[0] }`;
const MX = `{ type: "MX", name: "@", target: "Mail.example.com.", priority: 10 }`;
const TXT = `{ type: "TXT", target: "v=spf1 -all", ttlSec: 400 }`;
const BLOG = `{ type: "CNAME", name: "blog.zone.example.com", target: "www.zone.example.com" }`;
const MANY = `...Array.from({ length: 60 }, (_, n) => ({ type: "A", name: "host" + n, target: "192.0.2." + n }))`;

const program = (records: readonly string[], options = ""): string => `
  const web = new compute.Instance("web", { region: "us-east", type: "g6-nanode-1" });
  const zone = new compute.Domain("zone", { domain: "zone.example.com", type: "master", soaEmail: "admin@example.com" });
  const set = new compute.DomainRecordSet("records", { domainId: zone.id, records: [${records.join(", ")}] }, { ${options} });
  exports.first = set.records.apply(([{ target }]) => target);
`;

describe("a whole zone's records as one resource", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    project.program(program([WWW, MX, TXT, BLOG, MANY]));
    const created = await counted(emulator, () => must(project.up()));
    const state = project.resource("records");
    const [zone] = await domains(emulator);
    const path = `/domains/${String(zone?.id)}/records`;
    const edited = TXT.replace("-all", "~all");
    project.program(program([WWW, MX, edited, MANY]));
    const updated = await counted(emulator, () => must(project.up("--diff")));

    const www = (await all(emulator, path)).find(({ name }) => name === "www");
    await ask(emulator, "PUT", `${path}/${String(www?.id)}`, { target: "203.0.113.9" });
    await make(emulator, path, { type: "A", name: "stray", target: "203.0.113.10" });
    project.program(program([MANY, edited, MX, WWW], "deletedWith: zone"));
    const repaired = await counted(emulator, () => must(project.up("--refresh", "--diff")));
    const destroyed = await counted(emulator, () => must(project.destroy()));
    const left = await domains(emulator);
    return { created, state, updated, repaired, destroyed, left };
  });

  test("is created with one request for each record, and is one resource", () => {
    const { created, state } = story;
    expect(created.writeNames.filter((name) => name.startsWith("POST /domains/{"))).toHaveLength(64);
    expect(state?.id).toMatch(/^\d+\/records$/);
    expect(state?.outputs?.recordIds).toHaveLength(64);
  });

  test("is updated with one request for each record that differs", () => {
    expect(story.updated.writeNames).toEqual(
      ["PUT", "DELETE"].map((method) => `${method} /domains/{id}/records/{recordId}`),
    );
  });

  test("shows the records that differ, whatever their position", () => {
    const [shown = ""] = story.updated.stdout.split("--outputs:--");
    // Of 64, one is updated in place, and one in the middle is deleted.
    expect(shown.match(/^\s+[-+~] \[\d+\]/gm)?.map((line) => line.trim())).toEqual(["~ [2]", "- [3]"]);
    expect(shown).toMatch(/~ target: "v=spf1 -all" => "v=spf1 ~all"/);
  });

  test("shows an out-of-band change in the property of the record and repairs only that, whatever the order of the records", () => {
    expect(story.repaired.stdout).toContain("203.0.113.9");
    expect(story.repaired.stdout).not.toContain("203.0.113.10");
    expect(story.repaired.writeNames).toEqual(["PUT /domains/{id}/records/{recordId}"]);
  });

  test("sends no requests of its own if it is deleted with its zone", () => {
    expect(story.destroyed.writeNames.slice().sort()).toEqual([
      "DELETE /compute/instances/{id}",
      "DELETE /domains/{id}",
    ]);
    expect(story.left).toEqual([]);
  });
});
