import { ask } from "../support/ask";
import { expectExit, must } from "../support/engine-cli";
import { filesContaining } from "../support/files-below";
import { all, counted, engineStory } from "../support/engine-fixture";

const LIST = "/databases/mongodb/instances";

/** A cluster of three nodes with an allow list, a backup of it, and a MySQL database that accepts no connections. */
const programWith = (orders: string): string => `
  const orders = new compute.MongoDatabase("orders", { region: "us-east", type: "g6-standard-1", ${orders} });
  new compute.MongoDatabaseBackup("backup", { databaseId: orders.id, label: "before" });
  new compute.MysqlDatabase("closed", { engine: "mysql/8.0.26", region: "us-east", type: "g6-nanode-1" });
  exports.host = orders.hosts.primary;
  exports.password = orders.rootPassword;
`;
const first = 'engine: "mongodb/4.2.11", clusterSize: 3, allowList: ["192.0.2.1", "198.51.100.0/24"]';
const changed = 'engine: "mongodb/4.2.11", clusterSize: 3, allowList: ["192.0.2.1"], updates: { hourOfDay: 4 }';

describe("the life of a three-node MongoDB with an allow list", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const secret = async (): Promise<string> => {
      const [{ id } = { id: 0 }] = await all(emulator, LIST);
      return String((await ask(emulator, "GET", `${LIST}/${id}/credentials`)).password);
    };

    project.program(programWith(first));
    const created = await counted(emulator, () => must(project.up()));
    const made = { resource: project.resource("orders"), live: await all(emulator, LIST), password: await secret() };
    const leaks = () => filesContaining(project.backend, made.password);
    project.program(programWith(changed));
    // The first read still returns the database as it was.
    emulator.faults.add({ method: "GET", path: `${LIST}/*`, nth: 2, effect: { kind: "status", status: 403 } });
    const halfway = await counted(emulator, () => project.up());
    const left = { resource: project.resource("orders"), leaks: leaks() };
    project.program(`${programWith(changed)}
      exports.again = compute.MongoDatabase.get("look", orders.id).rootPassword;`);
    const resumed = await counted(emulator, () => must(project.up()));
    const after = await all(emulator, LIST);
    const read = project.resource("look");
    const destroyed = await must(project.destroy());
    const gone = await all(emulator, LIST);
    const printed = [created, halfway, resumed, destroyed].map(({ output }) => output).join("\n");
    return { created, made, halfway, left, resumed, after, read, gone, printed, leaks: leaks() };
  });

  test("becomes active with three peers, and the program can use its outputs", () => {
    const { created, made } = story;
    expect(made.live).toMatchObject([{ status: "active", cluster_size: 3, version: "4.2.11" }]);
    expect(made.live[0]?.peers).toHaveLength(3);
    expect(created.stdout).toMatch(/host\s*: "com-/);
    expect(created.stdout).toMatch(/password\s*: \[secret\]/);
  });

  test("preview warns about an empty allow list only", () => {
    const [, diagnostics = ""] = story.created.stdout.split("Diagnostics:");
    expect(diagnostics).toMatch(/MysqlDatabase \(closed\):\s+warning: MysqlDatabase closed: allowList: is empty/);
    expect(diagnostics.match(/allowList: is empty/g)).toHaveLength(1);
    expect(story.resumed.output).not.toContain("allowList: is empty");
  });

  test("an update that fails halfway is finished by the next, without a second request; destroy leaves nothing", () => {
    const { halfway, left, resumed, after } = story;
    expectExit(halfway, 1);
    expect(halfway.writeNames).toEqual([`PUT ${LIST}/{id}`]);
    expect(left.resource?.initErrors).toHaveLength(1);
    expect(resumed.writes).toEqual([]);
    expect(after).toMatchObject([{ allow_list: ["192.0.2.1/32"], status: "active", updates: { hour_of_day: 4 } }]);
    expect(story.gone).toEqual([]);
  });

  test("credentials and certificate are encrypted in the state, even after a failure or in a get, and never printed", () => {
    for (const resource of [story.made.resource, story.left.resource, story.read]) {
      for (const name of ["rootUsername", "rootPassword", "caCertificate"]) {
        expect(resource?.outputs?.[name]).toHaveProperty("ciphertext");
      }
    }
    expect(story.left.leaks).toEqual([]);
    expect(story.leaks).toEqual([]);
    expect(story.printed).not.toContain(story.made.password);
  });
});
