import { writeFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../provider/definition/values";
import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { SEEDED_DRIFT } from "../support/seeded-drift";
import { describeInWholeSuite } from "../support/whole-suite";

/** A resource for each change, each with its own label or name. */
const RESOURCES = SEEDED_DRIFT.map(({ args: { label, domain, ...args }, ...row }, index) => ({
  ...row,
  name: `r${index}`,
  args: {
    ...args,
    ...(label === undefined ? {} : { label: `${label as string}-${index}` }),
    ...(domain === undefined ? {} : { domain: `z${index}.${domain as string}` }),
  },
}));

interface RefreshStep {
  readonly urn: string;
  readonly oldState?: { readonly inputs?: Values };
  readonly newState?: { readonly inputs?: Values };
}

/** The inputs that a refresh would change, by resource name. */
function changedBy(stdout: string): Record<string, string[]> {
  const { steps } = JSON.parse(stdout) as { readonly steps: readonly RefreshStep[] };
  const changes = steps.map(({ urn, oldState, newState }): [string, string[]] => {
    const [before, after] = [oldState?.inputs ?? {}, newState?.inputs ?? {}];
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return [urn.split("::").at(-1) ?? "", names.filter((name) => !isDeepStrictEqual(before[name], after[name]))];
  });
  return Object.fromEntries(changes.filter(([, names]) => names.length > 0));
}

describeInWholeSuite("every input of every resource type, changed out of band", () => {
  const engine = engineFixture();
  let refreshed: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const project = (await engine.project(emulator)).program(`
      const zone = new compute.Domain("zone", { domain: "zone.example", type: "master", soaEmail: "admin@zone.example" });
      const completed = {
        DomainRecord: (args, name) => ({ ...args, domainId: zone.id, name: args.name ? args.name + "." + name : undefined }),
        Image: (args) => ({ ...args, source: new pulumi.asset.StringAsset("contents") }),
      };
      for (const { kind, name, args } of require("./resources.json"))
        new compute[kind](name, completed[kind]?.(args, name) ?? args);
    `);
    writeFileSync(path.join(project.folder, "resources.json"), JSON.stringify(RESOURCES));
    await project.mustUp();
    for (const { name, poke, patch } of RESOURCES) {
      emulator.poke(poke, Number(project.resource(name)?.id?.split("/").at(-1)), patch);
    }
    return await project.run(["refresh", "--preview-only", "--json", "--stack", STACK]);
  }

  beforeAll(async () => {
    refreshed = await live();
  }, STORY_MS);

  test("is detected by the engine's refresh as exactly that property", () => {
    expectExit(refreshed, 0);
    const expected = Object.fromEntries(RESOURCES.map(({ name, property }) => [name, [property]]));
    expect(changedBy(refreshed.stdout)).toEqual(expected);
  });
});
