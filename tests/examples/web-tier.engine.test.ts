import { expectExit } from "../support/engine-cli";
import { setRootPass, useExample } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { all, counted, domains, instances } from "../support/engine-service";

const DATABASES = "/databases/mysql/instances";

describe("a web tier: instances behind one name, and a database that only they can reach", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    useExample(project, "web-tier");
    const look = async () => {
      const servers = await instances(emulator);
      const [zone] = await domains(emulator);
      const [database] = await all(emulator, DATABASES);
      return {
        addresses: servers.map(({ ipv4 }) => (ipv4 as string[])[0]).sort(),
        records: zone ? await all(emulator, `/domains/${zone.id}/records`) : [],
        database,
      };
    };
    const step = async (run: () => ReturnType<typeof project.up>) => ({
      ...(await counted(emulator, run)),
      after: await look(),
    });

    setRootPass(project);
    const created = await step(() => project.up());
    project.configure({ instanceCount: "4" });
    const grown = await step(() => project.up());
    project.configure({ servedCount: "2" });
    const forgotten = await step(() => project.up());
    project.configure({ instanceCount: "2" });
    const shrunk = await step(() => project.up());
    return { created, grown, forgotten, shrunk };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  const expectOneTier = ({ addresses, records, database }: (typeof story)["created"]["after"], count: number): void => {
    expect(addresses).toHaveLength(count);
    expect(new Set(addresses).size).toBe(count);
    expect(records.map(({ type, name }) => `${String(type)} ${String(name)}`)).toEqual(Array(count).fill("A www"));
    expect(records.map(({ target }) => target).sort()).toEqual(addresses);
    expect([...(database?.allow_list as string[])].sort()).toEqual(addresses.map((address) => `${address}/32`));
  };

  test("the name has an A record for each instance, and only the instances are in the allow list", () => {
    expectExit(story.created, 0);
    expectOneTier(story.created.after, 3);
  });

  test("a new instance is allowed into the database before the name resolves to it", () => {
    expectExit(story.grown, 0);
    expect(story.grown.writeNames).toEqual([
      "POST /compute/instances",
      `PUT ${DATABASES}/{id}`,
      "POST /domains/{id}/records",
    ]);
    expectOneTier(story.grown.after, 4);
  });

  test("records are deleted while their instances still serve cached addresses", () => {
    expectExit(story.forgotten, 0);
    expect(story.forgotten.writeNames).toEqual(Array(2).fill("DELETE /domains/{id}/records/{recordId}"));
    expect(story.forgotten.after.addresses).toHaveLength(4);
  });

  test("instances are deleted after they are removed from the allow list", () => {
    expectExit(story.shrunk, 0);
    expect(story.shrunk.writeNames).toEqual([
      `PUT ${DATABASES}/{id}`,
      ...Array<string>(2).fill("DELETE /compute/instances/{id}"),
    ]);
    expectOneTier(story.shrunk.after, 2);
  });
});
