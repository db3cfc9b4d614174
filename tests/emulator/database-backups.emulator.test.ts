import { X509Certificate } from "node:crypto";
import { DAY_MS } from "../support/time";
import { reasons, start } from "./support/client";
import type { Started } from "./support/client";
import { activeDatabase, advanceToMidnight, DATABASE_MS, ENGINES, takeSnapshot } from "./support/databases";
import type { Database } from "./support/databases";
import { client } from "./support/fresh";

const dateOf = (moment: Date) => moment.toISOString().slice(0, 19);

const automatic = async (client: Started, { path }: Database) =>
  (await client.get(`${path}/backups`, { "X-Filter": '{"type":"auto"}' })).body.data;

test.each(ENGINES)("automatic backups of a %s database are named after their day", async (engine) => {
  const database = await activeDatabase(client, engine);
  const midnight = advanceToMidnight(client);
  client.emulator.clock.advance(1);
  const label = `auto${dateOf(midnight).slice(0, 10).replaceAll("-", "")}`;
  const made = { id: expect.any(Number), label, type: "auto", created: dateOf(midnight) };
  expect(await automatic(client, database)).toEqual([made]);
  expect((await database.view()).status).toBe("active");
  client.emulator.clock.advance(30 * DAY_MS);
  expect(await automatic(client, database)).toHaveLength(7);
});

describe("automatic backups", () => {
  test.each(["suspended", "failed"])("are not created while a database is %s; old ones are deleted", async (status) => {
    const database = await activeDatabase(client, "mongodb");
    advanceToMidnight(client);
    client.emulator.clock.advance(3 * DAY_MS);
    expect(await automatic(client, database)).toHaveLength(3);
    client.emulator.poke("database", database.id, { status });
    client.emulator.clock.advance(2 * DAY_MS);
    expect(await automatic(client, database)).toHaveLength(3);
    client.emulator.clock.advance(4 * DAY_MS);
    expect(await automatic(client, database)).toHaveLength(1);
    client.emulator.poke("database", database.id, { status: "active" });
    client.emulator.clock.advance(2 * DAY_MS);
    expect(await automatic(client, database)).toHaveLength(2);
  });
});

test("a snapshot may have other characters in its label only with documentedOnly", async () => {
  const LABELS = ["two words", "-dash", "dash-", "two--dashes", "Ünlaut", "a/b"];
  const { path } = await activeDatabase(client, "mongodb");
  const literal = await start({ documentedOnly: true });
  const database = await activeDatabase(literal, "mongodb");
  for (const label of LABELS) {
    expect(Object.keys(reasons(await client.post(`${path}/backups`, { label })))).toEqual(["label"]);
    expect((await takeSnapshot(literal, database, label)).label).toBe(label.replace(/[^A-Za-z0-9]/g, ""));
  }
  const { id, label } = await takeSnapshot(literal, database, "日本語");
  expect(label).toBe(`snapshot${id}`);
});

test.each(ENGINES)(
  "the certificate of a %s database is its own self-signed CA, which stays the same",
  async (engine) => {
    const one = await activeDatabase(client, engine);
    const shown = async ({ path }: Database) => {
      const encoded = String((await client.get(`${path}/ssl`)).body.ca_certificate);
      return Buffer.from(encoded, "base64").toString();
    };
    const text = await shown(one);
    expect(await shown(await activeDatabase(client, engine, { label: "another" }))).not.toBe(text);
    const certificate = new X509Certificate(text);
    expect(text).toContain(certificate.toString());
    expect(certificate.ca).toBe(true);
    expect(certificate.checkIssued(certificate)).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);

    await client.post(`${one.path}/credentials/reset`);
    await client.post(`${one.path}/patch`);
    client.emulator.clock.advance(DATABASE_MS);
    expect(await shown(one)).toBe(text);
  },
);
