import { expectExit } from "../support/engine-cli";
import { compileExample, setRootPass } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { completePolicyPack } from "../support/engine-policy-pack";
import { STACK } from "../support/engine-project";
import type { Edits } from "../support/engine-example";
import { counted, domains, instances } from "../support/engine-service";

const EXAMPLE = "policy";
const CHANGES: Edits = [
  ['tags: ["shop"],', ""],
  ["ttlSec: 3600", "ttlSec: 300"],
];

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

    const previewed = await checked("preview");
    project.configure({ allowList: '["0.0.0.0/0"]' });
    const open = await checked("preview");
    const refused = await checked("up", "--yes", "--skip-preview");
    const kept = project.resource("orders");
    project.configure({ allowList: undefined });
    compileExample(EXAMPLE, project.folder, { "index.ts": CHANGES });
    const careless = await checked("preview");
    project.configure({ "compute:defaultTags": "shop" });
    const tagged = await checked("preview");
    compileExample(EXAMPLE, project.folder);
    project.configure({ protect: "true" });
    const created = await checked("up", "--yes", "--skip-preview");
    const unchanged = await checked("preview", "--expect-no-changes");
    project.configure({ protect: "false" });
    await project.mustUp();
    const destroyed = await project.destroy();
    const left = [...(await instances(emulator)), ...(await domains(emulator))];
    return { previewed, open, refused, kept, careless, tagged, created, unchanged, destroyed, left };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("an advisory policy speaks, and the preview succeeds", () => {
    expectExit(story.previewed, 0);
    expect(story.previewed.output).toMatch(/\[advisory] +databases-are-protected +\(.*MysqlDatabase: orders\)/);
    expect(story.previewed.output).not.toContain("[mandatory]");
  });

  test("an open database fails the preview with the policy's message, and nothing is made", () => {
    expect(story.open.code).not.toBe(0);
    expect(story.open.output).toMatch(/\[mandatory] +databases-are-not-open +\(.*MysqlDatabase: orders\)/);
    expect(story.open.output).toContain("The allow list contains 0.0.0.0/0, which is everybody.");
    expect(story.open.writeNames).toEqual([]);
  });

  test("an up without a preview does not make the open database either", () => {
    expect(story.refused.code).not.toBe(0);
    expect(story.refused.output).toContain("databases-are-not-open");
    expect(story.refused.writeNames).not.toContain("POST /databases/mysql/instances");
    expect(story.kept).toBeUndefined();
  });

  test("an instance without tags and a short TTL of an MX record are found, also inside a zone", () => {
    expect(story.careless.code).not.toBe(0);
    expect(story.careless.output).toMatch(/\[mandatory] +instances-have-tags +\(.*Instance: web\)/);
    expect(story.careless.output).toMatch(/\[mandatory] +mail-is-cached +\(.*DomainRecord: zone-mx-\w+\)/);
    expect(story.careless.output).toContain("The MX record has a TTL of 300 seconds");
  });

  test("the stack's default tags are tags, too", () => {
    expect(story.tagged.output).toContain("mail-is-cached");
    expect(story.tagged.output).not.toContain("instances-have-tags");
  });

  test("a program that keeps to the policies is brought up, and a second preview sends nothing", () => {
    expectExit(story.created, 0);
    expect(story.created.output).not.toMatch(/\[(advisory|mandatory)]/);
    expectExit(story.unchanged, 0);
    expect(story.unchanged.requests).toBe(0);
  });

  test("destroy leaves nothing", () => {
    expectExit(story.destroyed, 0);
    expect(story.left).toEqual([]);
  });
});
