import { writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { aStack } from "../support/adopted-account";
import { SEED } from "../support/chance";
import { expectExit } from "../support/engine-cli";
import { counted, engineFixture, STORY_MS } from "../support/engine-fixture";
import { ZONE } from "../support/programs";
import { describeInWholeSuite } from "../support/whole-suite";

describeInWholeSuite(`resources of every type with random inputs (PROPERTY_SEED=${SEED})`, () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const [resources = []] = fc.sample(aStack, { numRuns: 1 });
    const emulator = await engine.emulator();
    const project = (await engine.project(emulator)).program(`
      const zone = new compute.Domain("zone", { domain: "${ZONE}", type: "master", soaEmail: "admin@${ZONE}" });
      const other = new compute.Domain("other", { domain: "other.example", type: "master", soaEmail: "admin@${ZONE}" });
      const completed = {
        DomainRecord: (args) => ({ ...args, domainId: zone.id }),
        DomainRecordSet: (args) => ({ ...args, domainId: other.id }),
        Image: (args) => ({ ...args, source: new pulumi.asset.StringAsset(args.source.text) }),
      };
      for (const { kind, name, args } of require("./resources.json"))
        new compute[kind](name, completed[kind]?.(args) ?? args);
    `);
    const declare = (phase: 0 | 1): void => {
      const now = resources.map(({ kind, name, args }) => ({ kind, name, args: args[phase] }));
      writeFileSync(path.join(project.folder, "resources.json"), JSON.stringify(now));
    };
    declare(0);
    const first = await project.up();
    declare(1);
    const second = await project.up();
    const again = await counted(emulator, () => project.preview("--refresh", "--expect-no-changes"));
    return { first, second, again };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("are created and updated to other inputs, and then have no changes", () => {
    expectExit(story.first, 0);
    expectExit(story.second, 0);
    expectExit(story.again, 0);
    expect(story.again.writes).toEqual([]);
  });
});
