import { expectExit } from "../support/engine-cli";
import { setRootPass, useExample } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { all, counted, domains, instances } from "../support/engine-service";

describe("a server that is replaced by a clone of itself", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    setRootPass(project);
    useExample(project, "blue-green");
    const look = async () => {
      const servers = await instances(emulator);
      const [zone] = await domains(emulator);
      const [record] = zone ? await all(emulator, `/domains/${zone.id}/records`) : [];
      const active = servers.find(({ ipv4 }) => (ipv4 as string[])[0] === record?.target);
      return { servers, record, active: (active?.tags as string[] | undefined)?.[0] };
    };
    const step = async (run: () => ReturnType<typeof project.up>) => ({
      ...(await counted(emulator, run)),
      after: await look(),
    });
    const phase = async (name: string) => {
      project.configure({ phase: name });
      const previewed = await step(() => project.preview("--diff"));
      const done = await step(() => project.up());
      const unchanged = await step(() => project.previewUnchanged());
      const refreshed = await step(() => project.refresh("--expect-no-changes"));
      return { previewed, done, settled: [unchanged, refreshed] };
    };

    return {
      blue: await phase("blue"),
      prepared: await phase("prepare"),
      switched: await phase("switch"),
      retired: await phase("retire"),
      destroyed: await step(() => project.destroy()),
    };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("begins with the one server, which the name leads to", () => {
    expectExit(story.blue.done, 0);
    expect(story.blue.done.after).toMatchObject({ servers: [{ status: "running", tags: ["blue"] }], active: "blue" });
  });

  test("is cloned: the clone runs, with the disks of the first and tags of its own, and the name leads where it did", () => {
    const { previewed, done } = story.prepared;
    expectExit(previewed, 0);
    expect(previewed.writeNames).toEqual([]);
    expectExit(done, 0);
    expect(done.writeNames).toEqual([
      "POST /compute/instances/{id}/clone",
      "PUT /compute/instances/{id}",
      "POST /compute/instances/{id}/boot",
    ]);
    expect(done.after.active).toBe("blue");
    expect(done.after.servers).toMatchObject([
      { status: "running", tags: ["blue"] },
      { status: "running", tags: ["green"], image: "compute/debian11" },
    ]);
  });

  test("is switched by configuration, which changes nothing but the record, in place", () => {
    const { previewed, done } = story.switched;
    expectExit(previewed, 0);
    expect(previewed.output).toMatch(/target: /);
    expect(previewed.output).not.toMatch(/replace/i);
    expectExit(done, 0);
    expect(done.writeNames).toEqual(["PUT /domains/{id}/records/{recordId}"]);
    expect(done.after.active).toBe("green");
    expect(done.after.record?.id).toBe(story.blue.done.after.record?.id);
  });

  test("is retired together with the property that named it, which leaves the clone alone", () => {
    expectExit(story.retired.done, 0);
    expect(story.retired.done.writeNames).toEqual(["DELETE /compute/instances/{id}"]);
    expect(story.retired.done.after).toMatchObject({ servers: [{ tags: ["green"] }], active: "green" });
  });

  test("after each phase a preview and a refresh find nothing to do", () => {
    for (const { settled } of [story.blue, story.prepared, story.switched, story.retired]) {
      for (const ended of settled) {
        expectExit(ended, 0);
        expect(ended.writeNames).toEqual([]);
      }
    }
  });

  test("destroy leaves nothing", () => {
    expectExit(story.destroyed, 0);
    expect(story.destroyed.after).toMatchObject({ servers: [], record: undefined });
  });
});
