import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { counted } from "../support/engine-service";
import { plannedBy } from "../support/engine-preview";

/** Five machines, a zone, and 23 records that use what the service has told of them. */
const MACHINES = 5;
const RECORDS = 23;

describe("the preview of changes in place", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof change>>;

  async function change() {
    const emulator = await engine.emulator();
    const second = await engine.emulator({ token: "second" });
    const project = await engine.project(emulator);
    /** `changes`: arguments of some machines beside those that all have. */
    const program = (changes: Readonly<Record<string, string>>): void => {
      project.program(`
        const changes = { ${Object.entries(changes)
          .map(([name, args]) => `"${name}": ${args}`)
          .join(", ")} };
        const plan = { region: "us-east", type: "g6-nanode-1" };
        const machine = (name, opts) => new compute.Instance(name, { ...plan, ...changes[name] }, opts);
        const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: "admin@example.com" });
        const record = (name, type, target) => new compute.DomainRecord(name, { domainId: zone.id, type, name, target });
        const machines = Array.from({ length: ${MACHINES} }, (_, index) => machine("web" + index));
        for (let index = 0; index < ${RECORDS}; index++) {
          record("www" + index, "A", machines[index % ${MACHINES}].ipv4[0]);
        }
        exports.address = machines[0].ipv4[0];
      `);
    };
    const preview = () => counted(emulator, () => project.run(["preview", "--json", "--stack", STACK]));

    program({});
    const created = await project.up();
    const clean = await preview();
    program({ web0: '{ tags: ["blue"] }', web1: '{ tags: ["blue"] }', web2: '{ tags: ["blue"] }' });
    const tagged = await preview();
    const applied = await counted(emulator, () => project.up());
    return { created, clean, tagged, applied, second };
  }

  beforeAll(async () => {
    story = await change();
  }, STORY_MS);

  it("a preview without changes sends nothing", () => {
    expectExit(story.created, 0);
    expectExit(story.clean, 0);
    expect(story.clean.requests).toBe(0);
  });

  it("one tag on three machines is three updates", () => {
    expect(plannedBy(story.tagged).update).toEqual(["web0", "web1", "web2"]);
    expect(plannedBy(story.tagged).same).toHaveLength(26);
    expect(story.tagged.writes).toEqual([]);
    expect(story.tagged.requests).toBe(3);
  });
});
