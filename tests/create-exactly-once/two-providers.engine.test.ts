import { readFileSync, writeFileSync } from "node:fs";
import { must } from "../support/engine-cli";
import { domains, engineStory, records } from "../support/engine-fixture";

/** Each provider is a process of its own. */
const PROVIDERS = `
  const [one, two] = ["one", "two"].map((name) => new compute.Provider(name, { token: config.require("token") }));
  const zone = (name, provider, opts = {}) =>
    new compute.Domain(name, { domain: "shop.example", type: "master", soaEmail: "admin@shop.example" }, { provider, ...opts });
  const www = { type: "A", name: "www", target: "192.0.2.1" };
`;

describe("a resource that is removed while one of another provider takes its object", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    project.configure({ token: emulator.token });
    project.program(`${PROVIDERS}
      new compute.DomainRecord("record", { domainId: zone("zone", one).id, ...www }, { provider: one });
    `);
    await must(project.up());
    const { zone = "" } = project.ids();
    // As after `pulumi stack rename`, which leaves the recorded loader texts as they are.
    const state = readFileSync(project.stateFile(), "utf8");
    writeFileSync(project.stateFile(), state.replaceAll(".of('dev::", ".of('before::"));
    project.program(`${PROVIDERS}
      const { id } = zone("moved", two, { import: "${zone}" });
      new compute.DomainRecordSet("set", { domainId: id, records: [www] }, { provider: two });
    `);
    const moved = await must(project.up());
    const live = { domains: await domains(emulator), records: await records(emulator) };
    return { moved, live, ids: project.ids() };
  });

  test("keeps the object, and says which resource manages it now", () => {
    expect(story.live).toMatchObject({ domains: [{ domain: "shop.example" }], records: [{ name: "www" }] });
    expect(Object.keys(story.ids).sort()).toEqual(["moved", "set"]);
    expect(story.moved.output).toMatch(/Kept domain .*: Domain "moved" now manages it/);
    expect(story.moved.output).toMatch(/Kept domain record .*: DomainRecordSet "set" now manages it/);
  });
});
