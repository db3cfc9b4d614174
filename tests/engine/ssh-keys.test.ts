import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { all, ask, counted } from "../support/engine-service";

const KEYS = "/profile/sshkeys";
const FIRST = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB alice@example";
const OTHER = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB alice@example";

const programOf = (label: string, key: string): string => `
  const laptop = new compute.SshKey("laptop", { ${label} sshKey: ${JSON.stringify(`${key}\n`)} });
  new compute.Instance("web", { region: "us-east", type: "g6-nanode-1", image: "compute/debian11",
    rootPass: "a long password", authorizedUsers: ["admin"] }, { dependsOn: laptop });
  exports.label = laptop.label;
`;

describe("an SSH key, and an instance that is made with it", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    const step = async (run: () => ReturnType<typeof project.up>) => ({
      ...(await counted(emulator, run)),
      keys: await all(emulator, KEYS),
      id: project.resource("laptop")?.id,
    });
    project.program(programOf("", FIRST));
    const created = await step(() => project.up());
    const unchanged = await step(() => project.previewUnchanged());
    project.program(programOf('label: "desk",', FIRST));
    const renamed = await step(() => project.up());
    await ask(emulator, "PUT", `${KEYS}/${String(renamed.id)}`, { label: "strange" });
    const corrected = await step(() => project.run(["up", "--refresh", "--yes", "--stack", "dev"]));
    project.program(programOf('label: "desk",', OTHER));
    const replaced = await step(() => project.up());
    await ask(emulator, "DELETE", `${KEYS}/${String(replaced.id)}`);
    const restored = await step(() => project.run(["up", "--refresh", "--yes", "--stack", "dev"]));
    const destroyed = await step(() => project.destroy());
    return { created, unchanged, renamed, corrected, replaced, restored, destroyed };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("is made under a generated label, without the line break of its file, and needs nothing more", () => {
    expectExit(story.created, 0);
    expect(story.created.writeNames).toEqual([`POST ${KEYS}`, "POST /compute/instances"]);
    expect(story.created.keys).toMatchObject([{ label: expect.stringMatching(/^laptop-/) as unknown, ssh_key: FIRST }]);
    expectExit(story.unchanged, 0);
    expect(story.unchanged.requests).toBe(0);
  });

  test("gets its label in place, and again after somebody has changed it", () => {
    for (const { code, writeNames, keys, id } of [story.renamed, story.corrected]) {
      expect({ code, writeNames, id }).toEqual({ code: 0, writeNames: [`PUT ${KEYS}/{id}`], id: story.created.id });
      expect(keys).toMatchObject([{ label: "desk", ssh_key: FIRST }]);
    }
  });

  test("is replaced by another key, the new one first", () => {
    expectExit(story.replaced, 0);
    expect(story.replaced.writeNames).toEqual([`POST ${KEYS}`, `DELETE ${KEYS}/{id}`]);
    expect(story.replaced.keys).toMatchObject([{ label: "desk", ssh_key: OTHER }]);
  });

  test("is made again after somebody has deleted it, and is gone with the stack", () => {
    expectExit(story.restored, 0);
    expect(story.restored.writeNames).toEqual([`POST ${KEYS}`]);
    expectExit(story.destroyed, 0);
    expect(story.destroyed.keys).toEqual([]);
  });
});
