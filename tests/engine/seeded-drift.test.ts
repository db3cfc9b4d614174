import { writeFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../provider/definition/values";
import { scan } from "../../cli/drift/scan/scan";
import { stackStateOf } from "../../cli/state/stack-state";
import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { SEEDED_DRIFT } from "../support/seeded-drift";

/** A resource for each change, none of which may have another's label or name. */
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

/** The inputs that a refresh would change, by the resource's name. */
function changedBy(stdout: string): Record<string, string[]> {
  const { steps } = JSON.parse(stdout) as { readonly steps: readonly RefreshStep[] };
  const changes = steps.map(({ urn, oldState, newState }): [string, string[]] => {
    const [before, after] = [oldState?.inputs ?? {}, newState?.inputs ?? {}];
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return [urn.split("::").at(-1) ?? "", names.filter((name) => !isDeepStrictEqual(before[name], after[name]))];
  });
  return Object.fromEntries(changes.filter(([, names]) => names.length > 0));
}

describe("every argument of every kind, changed behind the state", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

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
    const exported = await project.must(["stack", "export", "--show-secrets", "--stack", STACK]);
    const { findings } = await scan([stackStateOf(exported.stdout, STACK)], {
      environment: { COMPUTE_URL: emulator.url, COMPUTE_TOKEN: emulator.token },
      signal: new AbortController().signal,
      looksForUnmanaged: true,
      onProgress: () => undefined,
    });
    const refreshed = await project.run(["refresh", "--preview-only", "--json", "--stack", STACK]);
    return { findings, refreshed };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  const expected = Object.fromEntries(RESOURCES.map(({ name, property }) => [name, [property]]));

  test("is found by a scan with exactly that property", () => {
    const modified = story.findings.filter(({ state }) => state === "modified");
    const found = modified.map(({ resource, properties }) => [resource?.name ?? "", properties.map((one) => one.path)]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test("is found by the engine's refresh alike", () => {
    expectExit(story.refreshed, 0);
    expect(changedBy(story.refreshed.stdout)).toEqual(expected);
  });
});
