import { rmSync } from "node:fs";
import path from "node:path";
import { expectExit } from "../support/engine-cli";
import { setRootPass, useExample } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { all, counted, domains, instances } from "../support/engine-service";

const EXAMPLE = "two-accounts";

describe("an instance in one account, and its DNS record in another", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const own = await engine.emulator();
    const company = await engine.emulator({ token: "companys-token" });
    const project = await engine.project(own);
    setRootPass(project);
    project.configure({ companyUrl: company.url });
    project.configureSecrets({ companyToken: "companys-token" });
    useExample(project, EXAMPLE);
    const created = await counted(company, () => project.up());
    const zones = await domains(company);
    const records = await Promise.all(zones.map(({ id }) => all(company, `/domains/${id}/records`)));
    const made = { instances: await instances(own), strangers: await domains(own), records: records.flat() };
    const outputs = project.outputs();
    const before = project.resources().map(({ id }) => id);
    rmSync(path.join(project.folder, "node_modules", "pulumi-compute"), { recursive: true });
    const refreshed = await counted(own, () => project.refresh());
    return {
      created,
      made,
      outputs,
      folder: project.folder,
      refreshed,
      before,
      after: project.resources().map(({ id }) => id),
    };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("the record in the company's zone points to the instance in the other account", () => {
    expectExit(story.created, 0);
    const { instances: [web] = [], records, strangers } = story.made;
    const [address] = (web?.ipv4 ?? []) as string[];
    expect(records).toMatchObject([{ type: "A", name: "www", target: address }]);
    expect(strangers).toEqual([]);
    expect(story.outputs).toEqual({ address, zones: 1 });
  });

  test("a refresh without the package in the project's folder fails with a message that names both, and keeps the state", () => {
    expectExit(story.refreshed, 1);
    expect(story.refreshed.output).toContain("Cannot find module 'pulumi-compute/runtime'");
    expect(story.refreshed.output).toContain(story.folder);
    expect(story.refreshed.writes).toEqual([]);
    expect(story.after).toEqual(story.before);
  });
});
