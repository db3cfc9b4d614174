import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expectExit } from "../support/engine-cli";
import { compileExample, exampleFile } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { all, counted, domains, instances } from "../support/engine-service";

const EXAMPLE = "stack-references";
const PROJECTS = ["network", "application"] as const;
type Project = (typeof PROJECTS)[number];

describe("two stacks, of which one reads the other's outputs", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const both = await engine.project(emulator);
    compileExample(EXAMPLE, both.folder);
    for (const project of PROJECTS) {
      writeProject(both.folder, project);
      const stack = both.stackOf(project, path.join(both.folder, project));
      stack.initialise();
      if (project === "application") stack.configureSecrets({ rootPass: randomUUID() });
    }
    const run = (project: Project, ...args: string[]) =>
      counted(emulator, () => both.run(["-C", path.join(both.folder, project), ...args, "--stack", STACK]));
    const must = async (project: Project, ...args: string[]) => expectExit(await run(project, ...args), 0);
    const change = (project: Project, command: string) => run(project, command, "--yes", "--skip-preview");

    const network = await change("network", "up");
    const application = await change("application", "up");
    const [zone] = await domains(emulator);
    const records = await all(emulator, `/domains/${zone?.id}/records`);
    const servers = await instances(emulator);
    const [config] = await all(emulator, `/compute/instances/${servers[0]?.id}/configs`);
    await must("network", "up", "--yes", "--skip-preview", "--config", "domain=renamed-example.com");
    const followed = await change("application", "up");
    return { network, application, records, servers, config, followed };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("the application's server is in the network stack's VLAN, with a record in its domain", () => {
    expectExit(story.network, 0);
    expectExit(story.application, 0);
    expect(story.servers).toMatchObject([{ region: "us-southeast" }]);
    expect(story.config?.interfaces).toMatchObject([{ purpose: "public" }, { purpose: "vlan", label: "backend" }]);
    const [address] = story.servers[0]?.ipv4 as string[];
    expect(story.records).toContainEqual(expect.objectContaining({ type: "A", name: "app", target: address }));
    expect(story.application.output).toContain('"http://app.network-example.com/"');
  });

  test("the application's next up picks up a changed output", () => {
    expectExit(story.followed, 0);
    expect(story.followed.output).toContain('"http://app.renamed-example.com/"');
    expect(story.followed.writeNames).toEqual([]);
  });
});

/** The project from the example, except for the language: its program is already compiled. */
function writeProject(folder: string, project: Project): void {
  const text = readFileSync(exampleFile(EXAMPLE, path.join(project, "Pulumi.yaml")), "utf8");
  const language = "runtime: nodejs\nmain: index.ts\n";
  expect(text).toContain(language);
  const compiled = "runtime:\n  name: nodejs\n  options:\n    typescript: false\nmain: index.js\n";
  writeFileSync(path.join(folder, project, "Pulumi.yaml"), text.replace(language, compiled));
}
