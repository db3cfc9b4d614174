import { expectExit } from "../support/engine-cli";
import { compileExample, setRootPass } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { completePolicyPack } from "../support/engine-policy-pack";
import { STACK } from "../support/engine-project";
import { counted } from "../support/engine-service";

const EXAMPLE = "policy";
const CHANGES = [
  ['tags: ["shop"],', ""],
  ["ttlSec: 3600", "ttlSec: 300"],
] as const;

describe("a program that is checked by a policy pack", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    setRootPass(project);
    compileExample(EXAMPLE, project.folder);
    const env = completePolicyPack(project, EXAMPLE);
    const checked = (...args: string[]) =>
      counted(emulator, () => project.run([...args, "--policy-pack", "pack", "--stack", STACK], env));

    project.configure({ allowList: '["0.0.0.0/0"]' });
    compileExample(EXAMPLE, project.folder, { "index.ts": CHANGES });
    const careless = await checked("preview");
    project.configure({ allowList: undefined });
    compileExample(EXAMPLE, project.folder, { "index.ts": [CHANGES[0]] });
    project.configure({ "compute:defaultTags": "shop" });
    const created = await checked("up", "--yes", "--skip-preview");
    return { careless, created };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("an open database fails the preview with the policy's message, and nothing is created", () => {
    expect(story.careless.code).not.toBe(0);
    expect(story.careless.output).toMatch(/\[mandatory] +databases-are-not-open +\(.*MysqlDatabase: orders\)/);
    expect(story.careless.output).toContain("The allow list contains 0.0.0.0/0, which is everybody.");
    expect(story.careless.writeNames).toEqual([]);
  });

  test("an instance without tags and an MX record with a short TTL are reported, also inside a zone", () => {
    expect(story.careless.output).toMatch(/\[mandatory] +instances-have-tags +\(.*Instance: web\)/);
    expect(story.careless.output).toMatch(/\[mandatory] +mail-is-cached +\(.*DomainRecord: zone-mx-\w+\)/);
    expect(story.careless.output).toContain("The MX record has a TTL of 300 seconds");
  });

  test("a compliant program is deployed, with the stack's default tags and an advisory message", () => {
    expectExit(story.created, 0);
    expect(story.created.output).toMatch(/\[advisory] +databases-are-protected +\(.*MysqlDatabase: orders\)/);
    expect(story.created.output).not.toContain("[mandatory]");
  });
});
