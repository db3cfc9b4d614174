import { start } from "./support/client";
import type { Reply, Started } from "./support/client";
import type { Database } from "./support/databases";
import { activeDatabase, ENGINES, takeSnapshot } from "./support/databases";

const STATUSES = [
  ...["provisioning", "active", "suspending", "suspended", "resuming", "restoring", "failed", "degraded"],
  ...["updating", "backing_up"],
];

const ACTIVE = ["active"];
const NOT_PROVISIONING = STATUSES.filter((status) => status !== "provisioning");

/** An operation on an existing database, with the statuses in which it is accepted. */
type Operation = readonly [name: string, accepted: readonly string[], run: (on: Target) => Promise<Reply>];

interface Target {
  readonly client: Started;
  readonly database: Database;
  readonly backup: string;
}

/** The preconditions (Linode API v4, Managed Databases); those of viewing and of credentials reset are not among them. */
const OPERATIONS: readonly Operation[] = [
  ["view", STATUSES, ({ client, database }) => client.get(database.path)],
  ["update", ACTIVE, ({ client, database }) => client.put(database.path, { label: "renamed" })],
  ["snapshot", ACTIVE, ({ client, database }) => client.post(`${database.path}/backups`, { label: "Monday" })],
  ["restore", ACTIVE, ({ client, backup }) => client.post(`${backup}/restore`)],
  ["patch", ACTIVE, ({ client, database }) => client.post(`${database.path}/patch`)],
  ["credentials view", ACTIVE, ({ client, database }) => client.get(`${database.path}/credentials`)],
  ["credentials reset", ACTIVE, ({ client, database }) => client.post(`${database.path}/credentials/reset`)],
  ["certificate view", ACTIVE, ({ client, database }) => client.get(`${database.path}/ssl`)],
  ["backups list", NOT_PROVISIONING, ({ client, database }) => client.get(`${database.path}/backups`)],
  ["backup view", NOT_PROVISIONING, ({ client, backup }) => client.get(backup)],
  ["backup delete", NOT_PROVISIONING, ({ client, backup }) => client.delete(backup)],
  ["delete", ["active", "failed", "degraded"], ({ client, database }) => client.delete(database.path)],
];

describe.each(ENGINES)("a %s database that is", (engine) => {
  test.each(STATUSES)("%s accepts what the documents allow in this status, and refuses the rest", async (status) => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    const { id } = await takeSnapshot(client, database);
    const target = { client, database, backup: `${database.path}/backups/${id}` };
    const wait =
      status === "provisioning"
        ? "Your database is provisioning; please wait until provisioning is complete to perform this operation."
        : `Your database is ${status}; please wait until it becomes active to perform this operation.`;
    for (const [name, accepted, run] of OPERATIONS) {
      client.emulator.poke("database", database.id, { status });
      const reply = await run(target);
      const expected = accepted.includes(status) ? [name, 200, undefined] : [name, 400, [{ reason: wait }]];
      expect([name, reply.status, reply.body.errors]).toEqual(expected);
    }
  });
});

describe("credentials reset", () => {
  test.each(STATUSES)("is accepted of a database that is %s when the documents' rules alone hold", async (status) => {
    const client = await start({ documentedOnly: true });
    const database = await activeDatabase(client, "mongodb");
    client.emulator.poke("database", database.id, { status });
    expect((await client.post(`${database.path}/credentials/reset`)).status).toBe(200);
  });
});
