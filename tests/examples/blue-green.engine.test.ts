import { expectExit } from "../support/engine-cli";
import { setRootPass, useExample } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { all, counted, domains, instances } from "../support/engine-service";

describe("replacing a server by a clone of itself", () => {
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
    const phase = async (name: string, ...args: string[]) => {
      project.configure({ phase: name });
      return await step(() => project.up("--diff", ...args));
    };

    return {
      blue: await phase("blue"),
      prepared: await phase("prepare"),
      switched: await phase("switch"),
      // A refresh would detect a difference once the property that names the clone's source is removed.
      retired: await phase("retire", "--refresh"),
    };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("starts with one server, which the record points to", () => {
    expectExit(story.blue, 0);
    expect(story.blue.after).toMatchObject({ servers: [{ status: "running", tags: ["blue"] }], active: "blue" });
  });

  test("is cloned: the clone runs with the source's disks and its own tags, and the record is unchanged", () => {
    const { prepared } = story;
    expectExit(prepared, 0);
    expect(prepared.writeNames).toEqual([
      "POST /compute/instances/{id}/clone",
      "PUT /compute/instances/{id}",
      "POST /compute/instances/{id}/boot",
    ]);
    expect(prepared.after.active).toBe("blue");
    expect(prepared.after.servers).toMatchObject([
      { status: "running", tags: ["blue"] },
      { status: "running", tags: ["green"], image: "compute/debian11" },
    ]);
  });

  test("is switched by config, which only updates the record in place", () => {
    const { switched } = story;
    expectExit(switched, 0);
    expect(switched.output).toMatch(/target: /);
    expect(switched.output).not.toMatch(/replace/i);
    expect(switched.writeNames).toEqual(["PUT /domains/{id}/records/{recordId}"]);
    expect(switched.after.active).toBe("green");
    expect(switched.after.record?.id).toBe(story.blue.after.record?.id);
  });

  test("is deleted together with the property that named it, and the clone is not modified", () => {
    expectExit(story.retired, 0);
    expect(story.retired.writeNames).toEqual(["DELETE /compute/instances/{id}"]);
    expect(story.retired.after).toMatchObject({ servers: [{ tags: ["green"] }], active: "green" });
  });
});
