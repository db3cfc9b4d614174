import { asUser, start } from "./support/client";
import type { Engine } from "./support/databases";
import {
  activeDatabase,
  ALL_DATABASES,
  collection,
  createDatabase,
  DATABASE_MS,
  ENGINES,
  idsAt,
  order,
  takeSnapshot,
} from "./support/databases";

const READ = "databases:read_only";
const WRITE = "databases:read_write";

/** What is done with a database, with the scope that it needs (Linode API v4, Access and Authentication). */
const OPERATIONS = (path: string): ReadonlyArray<readonly [string, string, string, object?]> => [
  ["GET", ALL_DATABASES, READ],
  ["GET", path, READ],
  ["GET", `${path}/credentials`, READ],
  ["GET", `${path}/ssl`, READ],
  ["GET", `${path}/backups`, WRITE],
  ["GET", `${path}/backups/90001`, WRITE],
  ["PUT", path, WRITE],
  ["POST", `${path}/backups`, WRITE, { label: "Monday" }],
  ["POST", `${path}/backups/90001/restore`, WRITE],
  ["DELETE", `${path}/backups/90001`, WRITE],
  ["POST", `${path}/credentials/reset`, WRITE],
  ["POST", `${path}/patch`, WRITE],
  ["DELETE", path, WRITE],
];

async function inhabited(engine: Engine) {
  const user = { username: "mary", restricted: true };
  const grant = (permissions: "read_only" | "read_write") => [{ kind: "database" as const, id: 80001, permissions }];
  const client = await start({
    tokens: [
      "admin",
      { token: "reader", scopes: [READ] },
      { token: "other", scopes: ["computes:read_write", "domains:read_write"] },
      { token: "stranger", ...user },
      { token: "viewer", ...user, username: "vera", objects: grant("read_only") },
      { token: "editor", ...user, username: "ed", objects: grant("read_write") },
      { token: "creator", ...user, username: "carl", grants: ["add_databases"] },
    ],
  });
  const database = await activeDatabase(client, engine);
  await takeSnapshot(client, database);
  const call = async (token: string, [method, path, , body]: ReturnType<typeof OPERATIONS>[number]) => {
    client.emulator.poke("database", database.id, { status: "active" });
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return (await asUser(client, token).send(method, `/v4${path}`, sent)).status;
  };
  return { client, database, call };
}

describe.each(ENGINES)("access to %s databases", (engine) => {
  test("needs the documented scope", async () => {
    const { database, call } = await inhabited(engine);
    for (const operation of OPERATIONS(database.path)) {
      const [, , scope] = operation;
      expect([operation, await call("nobody", operation)]).toEqual([operation, 401]);
      expect([operation, await call("other", operation)]).toEqual([operation, 401]);
      if (scope === WRITE) expect([operation, await call("reader", operation)]).toEqual([operation, 401]);
      else expect([operation, await call("reader", operation)]).toEqual([operation, 200]);
    }
    expect(await call("reader", ["POST", collection(engine), WRITE, order(engine)])).toBe(401);
  });

  test("of a restricted user is as far as its grants go; delete and credentials reset never", async () => {
    const { database, call } = await inhabited(engine);
    const never = [database.path, `${database.path}/credentials/reset`];
    for (const operation of OPERATIONS(database.path)) {
      const [method, path] = operation;
      if (path === ALL_DATABASES) continue;
      const isNever = method !== "GET" && method !== "PUT" && never.includes(path);
      expect([operation, await call("stranger", operation)]).toEqual([operation, 403]);
      expect([operation, await call("viewer", operation)]).toEqual([operation, method === "GET" ? 200 : 403]);
      expect([operation, await call("editor", operation)]).toEqual([operation, isNever ? 403 : 200]);
    }
  });

  test("of a restricted user includes what it has created, and no other in lists", async () => {
    const { client, database } = await inhabited(engine);
    const carl = asUser(client, "creator");
    expect((await asUser(client, "editor").post(collection(engine), order(engine, { label: "x-1" }))).status).toBe(403);
    const own = await createDatabase(carl, engine, { label: "own" });
    client.emulator.clock.advance(DATABASE_MS);
    expect((await carl.put(own.path, { label: "mine" })).status).toBe(200);
    for (const list of [ALL_DATABASES, collection(engine)]) {
      expect(await idsAt(carl, list)).toEqual([own.id]);
      expect(await idsAt(asUser(client, "viewer"), list)).toEqual([database.id]);
      expect(await idsAt(asUser(client, "stranger"), list)).toEqual([]);
    }
    expect((await carl.delete(own.path)).status).toBe(403);
  });
});
