import { expectExit } from "../support/engine-cli";
import { setRootPass, useExample } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { all, counted, domains, instances } from "../support/engine-service";

const EXAMPLE = "two-accounts";

describe("an instance in one account, and its name in another", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const own = await engine.emulator();
    const company = await engine.emulator({ token: "companys-token" });
    const project = await engine.project(own);
    setRootPass(project);
    project.configure({ companyUrl: company.url });
    await project.configureSecrets({ companyToken: "companys-token" });
    useExample(project, EXAMPLE);
    const created = await counted(company, () => project.up());
    const zones = await domains(company);
    const records = await Promise.all(zones.map(({ id }) => all(company, `/domains/${id}/records`)));
    const made = { instances: await instances(own), strangers: await domains(own), records: records.flat() };
    const told = await project.must(["stack", "output", "--json", "--stack", STACK]);
    const unchanged = await counted(own, () => project.previewUnchanged());
    const refreshed = await project.refresh("--expect-no-changes");
    const destroyed = await project.destroy();
    const left = [...(await instances(own)), ...(await domains(company))];
    return { created, made, outputs: JSON.parse(told.stdout) as unknown, unchanged, refreshed, destroyed, left };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("the record in the company's zone points at the instance of the other account", () => {
    expectExit(story.created, 0);
    const { instances: [web] = [], records, strangers } = story.made;
    const [address] = (web?.ipv4 ?? []) as string[];
    expect(records).toMatchObject([{ type: "A", name: "www", target: address }]);
    expect(strangers).toEqual([]);
    expect(story.outputs).toEqual({ address, zones: 1 });
  });

  test("a second preview asks the first account nothing, and a refresh finds nothing", () => {
    expectExit(story.unchanged, 0);
    expect(story.unchanged.requests).toBe(0);
    expectExit(story.refreshed, 0);
  });

  test("destroy empties both accounts", () => {
    expectExit(story.destroyed, 0);
    expect(story.left).toEqual([]);
  });
});
