import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expectExit } from "../support/engine-cli";
import { compileExample, exampleFile } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { all, counted, domains, instances } from "../support/engine-service";

const EXAMPLE = "stack-references";
const PROJECTS = ["network", "application"] as const;

describe("two stacks, of which one reads the other's outputs", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const { folder, ...both } = await twoProjects();
    const run = (project: (typeof PROJECTS)[number], ...args: string[]) =>
      counted(emulator, () => both.run(["-C", path.join(folder, project), ...args, "--stack", STACK]));
    const change = (project: (typeof PROJECTS)[number], command: string) =>
      run(project, command, "--yes", "--skip-preview");

    async function twoProjects() {
      const project = await engine.project(emulator);
      compileExample(EXAMPLE, project.folder);
      for (const name of PROJECTS) {
        const text = readFileSync(exampleFile(EXAMPLE, path.join(name, "Pulumi.yaml")), "utf8");
        mkdirSync(path.join(project.folder, name), { recursive: true });
        writeFileSync(path.join(project.folder, name, "Pulumi.yaml"), asJavaScript(text));
      }
      return { folder: project.folder, run: (args: string[]) => project.run(args) };
    }

    for (const name of PROJECTS) expectExit(await run(name, "stack", "init"), 0);
    expectExit(await run("application", "config", "set", "--secret", "rootPass", "a password for the emulator"), 0);
    const early = await change("application", "up");
    const network = await change("network", "up");
    const application = await change("application", "up");
    const [zone] = await domains(emulator);
    const records = await all(emulator, `/domains/${zone?.id}/records`);
    const servers = await instances(emulator);
    const [config] = await all(emulator, `/compute/instances/${servers[0]?.id}/configs`);
    const unchanged = [];
    for (const name of PROJECTS) unchanged.push(await run(name, "preview", "--expect-no-changes"));
    expectExit(await run("network", "config", "set", "domain", "renamed-example.com"), 0);
    expectExit(await change("network", "up"), 0);
    const followed = await change("application", "up");
    const destroyed = [await change("application", "destroy"), await change("network", "destroy")];
    const left = [...(await instances(emulator)), ...(await domains(emulator))];
    return { early, network, application, records, servers, config, unchanged, followed, destroyed, left };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("the application stops, and makes nothing, while there is no network stack", () => {
    expectExit(story.early, 1);
    expect(story.early.output).toContain('unknown stack "organization/network/dev"');
    expect(story.early.writeNames).toEqual([]);
  });

  test("the application's server is in the VLAN, and named in the domain, of the network", () => {
    expectExit(story.network, 0);
    expectExit(story.application, 0);
    expect(story.servers).toMatchObject([{ region: "us-southeast" }]);
    expect(story.config?.interfaces).toMatchObject([{ purpose: "public" }, { purpose: "vlan", label: "backend" }]);
    const [address] = story.servers[0]?.ipv4 as string[];
    expect(story.records).toContainEqual(expect.objectContaining({ type: "A", name: "app", target: address }));
    expect(story.application.output).toContain('"http://app.network-example.com/"');
  });

  test("a second preview of each sends nothing", () => {
    for (const ended of story.unchanged) {
      expectExit(ended, 0);
      expect(ended.requests).toBe(0);
    }
  });

  test("a changed output reaches the application with its next up", () => {
    expectExit(story.followed, 0);
    expect(story.followed.output).toContain('"http://app.renamed-example.com/"');
    expect(story.followed.writeNames).toEqual([]);
  });

  test("destroying the application, then the network, leaves nothing", () => {
    for (const ended of story.destroyed) expectExit(ended, 0);
    expect(story.left).toEqual([]);
  });
});

/** The project as it is, but for the language of its program, which is compiled already. */
function asJavaScript(text: string): string {
  expect(text).toContain("runtime: nodejs\nmain: index.ts\n");
  return text.replace(
    "runtime: nodejs\nmain: index.ts\n",
    "runtime:\n  name: nodejs\n  options:\n    typescript: false\nmain: index.js\n",
  );
}
