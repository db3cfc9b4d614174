import type { Wire } from "../support/ask";
import { expectExit } from "../support/engine-cli";
import { setRootPass, useExample } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { all, counted, instances } from "../support/engine-service";

const EXAMPLE = "vlan-pair";
const SECRET_NAME = "kept-away.example";
const PUBLIC = { purpose: "public", label: null, ipam_address: null };
const inVlan = (address: string): Wire => ({ purpose: "vlan", label: "backend", ipam_address: address });

describe("two instances that share a VLAN, with default tags", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    setRootPass(project);
    const tag = (tags: string) => project.configure({ "compute:defaultTags": tags });
    const look = async () => {
      const rows = await instances(emulator);
      const configs = await Promise.all(rows.map(({ id }) => all(emulator, `/compute/instances/${id}/configs`)));
      const interfaces = configs.map(([config]) => config?.interfaces);
      return rows.map(({ id, tags, label, status }, index) => ({
        id,
        tags,
        label,
        status,
        interfaces: interfaces[index],
      }));
    };
    const step = async (run: () => ReturnType<typeof project.up>) => ({
      ...(await counted(emulator, run)),
      after: await look(),
    });

    tag("shop,prod");
    useExample(project, EXAMPLE);
    const created = await step(() => project.up("--diff"));
    tag('["shop", "staging"]');
    const script = `{ stackscriptId: 9001, stackscriptData: { site_name: "${SECRET_NAME}" }, tags: ["own"] }`;
    const more = `new compute.Instance("scripted", { ...common, ...${script} });`;
    useExample(project, EXAMPLE, [["inVlan(2)", "inVlan(9)"]], more);
    const changed = await step(() => project.up("--diff"));
    const state = JSON.stringify(project.state());
    return { created, changed, state };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("the default tags are shown as part of the tags", () => {
    expect(story.created.output).toMatch(/tags +: \[\s+\[0\]: "shop"\s+\[1\]: "prod"/);
  });

  test("both instances run, each with an address in the VLAN, and have the tags", () => {
    expectExit(story.created, 0);
    const tags = ["shop", "prod"];
    expect(story.created.after).toHaveLength(2);
    expect(story.created.after).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ status: "running", tags, interfaces: [PUBLIC, inVlan("10.0.0.1/24")] }),
        expect.objectContaining({ status: "running", tags, interfaces: [inVlan("10.0.0.2/24")] }),
      ]),
    );
  });

  test("new default tags and a new VLAN address, announced as a restart, are updated in place", () => {
    const { changed, created } = story;
    expectExit(changed, 0);
    expect(changed.output).toContain("a running instance restarts");
    expect(changed.output).not.toMatch(/replace/i);
    expect(changed.writeNames.slice().sort()).toEqual([
      "POST /compute/instances",
      "POST /compute/instances/{id}/reboot",
      "PUT /compute/instances/{id}",
      "PUT /compute/instances/{id}",
      "PUT /compute/instances/{id}/configs/{configId}",
    ]);
    expect(changed.after.map(({ id }) => id)).toEqual(expect.arrayContaining(created.after.map(({ id }) => id)));
    expect(changed.after.filter(({ tags }) => String(tags) === "shop,staging")).toHaveLength(2);
    expect(changed.after).toContainEqual(
      expect.objectContaining({ status: "running", interfaces: [inVlan("10.0.0.9/24")] }),
    );
  });

  test("a StackScript receives its data, which is readable in neither the state nor the output", () => {
    const { changed, state } = story;
    expect(changed.after).toContainEqual(expect.objectContaining({ tags: ["own", "shop", "staging"] }));
    expect(state).not.toContain(SECRET_NAME);
    expect(changed.output).not.toContain(SECRET_NAME);
  });
});
