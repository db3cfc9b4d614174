import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCertificate } from "../../emulator/services/databases/certificate";
import { describeWith, systemTool } from "../support/system-tool";
import { temporaryFolder } from "../support/temporary-folder";
import { DAY_MS } from "../support/time";
import { reasons, start } from "./support/client";
import type { Started } from "./support/client";
import {
  activeDatabase,
  advanceToMidnight,
  createDatabase,
  DATABASE_MS,
  ENGINES,
  snapshots,
  takeSnapshot,
} from "./support/databases";
import type { Database } from "./support/databases";

const dateOf = (moment: Date) => moment.toISOString().slice(0, 19);

const compactDate = (moment: Date) => dateOf(moment).slice(0, 10).replaceAll("-", "");

const automatic = async (client: Started, { path }: Database) =>
  (await client.get(`${path}/backups`, { "X-Filter": '{"type":"auto"}' })).body.data;

describe.each(ENGINES)("automatic backups of a %s database", (engine) => {
  test("are created at 0:00 UTC, kept for 7 days, and do not change the status", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    let midnight = advanceToMidnight(client);
    const made: object[] = [];
    for (let day = 1; day <= 10; day += 1) {
      expect(await automatic(client, database)).toEqual(made.slice(-7));
      client.emulator.clock.advance(1);
      made.push({
        id: expect.any(Number),
        label: `auto${compactDate(midnight)}`,
        type: "auto",
        created: dateOf(midnight),
      });
      expect(await automatic(client, database)).toEqual(made.slice(-7));
      expect((await database.view()).status).toBe("active");
      midnight = new Date(midnight.getTime() + DAY_MS);
      client.emulator.clock.advance(DAY_MS - 1);
    }
    expect(await automatic(client, database)).toHaveLength(7);
  });

  test("are the same if many days pass at once", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    const midnight = advanceToMidnight(client);
    client.emulator.clock.advance(30 * DAY_MS + 1);
    const labels = (await automatic(client, database)).map(({ label }) => label);
    const days = [24, 25, 26, 27, 28, 29, 30].map((day) => new Date(midnight.getTime() + day * DAY_MS));
    expect(labels).toEqual(days.map((day) => `auto${compactDate(day)}`));
  });

  test("can be restored and deleted like snapshots, and do not affect those", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    const snapshot = await takeSnapshot(client, database);
    advanceToMidnight(client);
    client.emulator.clock.advance(20 * DAY_MS);
    const [first, second] = await automatic(client, database);
    expect((await client.delete(`${database.path}/backups/${first.id}`)).status).toBe(200);
    expect((await client.post(`${database.path}/backups/${second.id}/restore`)).status).toBe(200);
    expect(await snapshots(client, database)).toEqual([snapshot]);
    expect(await automatic(client, database)).toHaveLength(6);
  });
});

describe("automatic backups", () => {
  test.each(["suspended", "failed"])(
    "are not created while a database is %s; old ones are still deleted",
    async (status) => {
      const client = await start();
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
    },
  );

  test("start after provisioning, and schedule no jobs", async () => {
    const client = await start({ databaseProvisionMs: 2 * DAY_MS });
    const database = await createDatabase(client, "mongodb");
    client.emulator.clock.advance(2 * DAY_MS);
    expect(await automatic(client, database)).toEqual([]);
    expect(client.emulator.clock.advance(DAY_MS)).toMatchObject({ jobs: 0, nextDue: null });
    expect(await automatic(client, database)).toHaveLength(1);
  });
});

describe.each(ENGINES)("restoring a %s database", (engine) => {
  const restored = async (client: Started, database: Database, backup: number) => {
    expect((await client.post(`${database.path}/backups/${backup}/restore`)).body).toEqual({});
    client.emulator.clock.advance(0.3 * DATABASE_MS - 1);
    expect((await database.view()).status).toBe("restoring");
    client.emulator.clock.advance(1);
    return (await database.view()).status;
  };

  test("from a backup takes a while and ends with the database active", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    const { id } = await takeSnapshot(client, database);
    expect(await restored(client, database, id)).toBe("active");
    expect((await client.get(`${database.path}/backups/${id}`)).status).toBe(200);
  });

  test("fails only if the credentials were reset after the backup", async () => {
    const client = await start({ clock: "stepped" });
    const database = await activeDatabase(client, engine);
    const before = await takeSnapshot(client, database, "before");
    await client.create(`${database.path}/credentials/reset`);
    const after = await takeSnapshot(client, database, "after");
    expect(await restored(client, database, after.id)).toBe("active");
    expect(await restored(client, database, before.id)).toBe("failed");
    expect((await client.post(`${database.path}/backups/${after.id}/restore`)).status).toBe(400);
    expect((await client.delete(database.path)).status).toBe(200);
  });
});

describe.each(ENGINES)("a snapshot of a %s database", (engine) => {
  test("appears once it is created, with the date of that moment", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    expect((await client.post(`${database.path}/backups`, { label: "Monday" })).body).toEqual({});
    client.emulator.clock.advance(0.08 * DATABASE_MS - 1);
    expect(await snapshots(client, database)).toEqual([]);
    client.emulator.clock.advance(1);
    const created = client.emulator.clock.now().toISOString().slice(0, 19);
    client.emulator.clock.advance(DATABASE_MS);
    const [backup] = await snapshots(client, database);
    expect(backup).toEqual({ id: expect.any(Number), label: "Monday", type: "snapshot", created });
    expect((await client.get(`${database.path}/backups/${backup?.id}`)).body).toEqual(backup);
  });

  test.each([
    ["before-update_1.0", "beforeupdate10"],
    [`a${"-b".repeat(31)}`, `a${"b".repeat(29)}`],
    ["x".repeat(64), "x".repeat(30)],
  ])("with the label %s is listed as %s", async (label, shown) => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    expect((await takeSnapshot(client, database, label)).label).toBe(shown);
  });

  test.each(["two words", "-dash", "dash-", "two--dashes", "Ünlaut", "a/b"])(
    "can have the label %j only with documentedOnly",
    async (label) => {
      const client = await start();
      const { path } = await activeDatabase(client, engine);
      expect(Object.keys(reasons(await client.post(`${path}/backups`, { label })))).toEqual(["label"]);
      const literal = await start({ documentedOnly: true });
      const mongodb = await activeDatabase(literal, "mongodb");
      const shown = label.replace(/[^A-Za-z0-9]/g, "");
      expect((await takeSnapshot(literal, mongodb, label)).label).toBe(shown);
    },
  );

  test("requires a label of 3 to 64 characters and a documented target", async () => {
    const client = await start();
    const { path } = await activeDatabase(client, engine);
    const attempt = async (body: object) => reasons(await client.post(`${path}/backups`, body));
    expect(await attempt({})).toEqual({ label: ["label is required"] });
    const length = ["Length must be 3-64 characters"];
    expect(await attempt({ label: "ab", target: "tertiary" })).toEqual({
      label: length,
      target: ["Must be one of primary, secondary"],
    });
    expect(await attempt({ label: "x".repeat(65) })).toEqual({ label: length });
    expect((await client.get(path)).body.status).toBe("active");
  });

  test("can name the secondary node, even if there is only one node", async () => {
    const client = await start();
    const single = await activeDatabase(client, engine, { label: "single" });
    const triple = await activeDatabase(client, engine, { label: "triple", cluster_size: 3 });
    const body = { label: "Monday", target: "secondary" };
    for (const { path } of [single, triple]) expect((await client.post(`${path}/backups`, body)).status).toBe(200);
  });

  test("can be deleted, and belongs only to its database", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine, { label: "one" });
    const other = await activeDatabase(client, engine, { label: "two" });
    const { id } = await takeSnapshot(client, database);
    for (const path of [`${other.path}/backups/${id}`, `${database.path}/backups/${id + 1}`]) {
      expect((await client.get(path)).status).toBe(404);
      expect((await client.delete(path)).status).toBe(404);
      expect((await client.post(`${path}/restore`)).status).toBe(404);
    }
    expect((await client.delete(`${database.path}/backups/${id}`)).body).toEqual({});
    expect((await client.get(`${database.path}/backups/${id}`)).status).toBe(404);
    expect(await snapshots(client, database)).toEqual([]);
  });
});

describe("a snapshot", () => {
  test("whose label has no valid characters is named after its type and id", async () => {
    const client = await start({ documentedOnly: true });
    const database = await activeDatabase(client, "mongodb");
    const { id, label } = await takeSnapshot(client, database, "日本語");
    expect(label).toBe(`snapshot${id}`);
  });

  test("can be found by type and by date", async () => {
    const client = await start();
    const database = await activeDatabase(client, "mongodb");
    const first = await takeSnapshot(client, database, "first");
    const second = await takeSnapshot(client, database, "second");
    const found = async (filter: object) => {
      const reply = await client.get(`${database.path}/backups`, { "X-Filter": JSON.stringify(filter) });
      return reply.status === 200 ? reply.body.data.map(({ id }) => id) : reply.status;
    };
    expect(await found({ created: { "+gt": first.created }, type: "snapshot" })).toEqual([second.id]);
    expect(await found({ created: first.created })).toEqual([first.id]);
    expect(await found({ label: "first" })).toBe(400);
  });
});

/** LibreSSL has the same command name and other output. */
const isOpenssl = (file: string) => execFileSync(file, ["version"], { encoding: "utf8" }).startsWith("OpenSSL");

const YEAR_2022 = Date.UTC(2022, 6, 11, 12, 0, 0);

const SUBJECT = { organization: "Compute Managed Databases", commonName: "Database 1 CA", from: YEAR_2022 };

describe.each(ENGINES)("the credentials of a %s database", (engine) => {
  test("are a root user and a random password, the same until they are reset", async () => {
    const client = await start();
    const one = await activeDatabase(client, engine, { label: "one" });
    const two = await activeDatabase(client, engine, { label: "two" });
    const first = (await client.get(`${one.path}/credentials`)).body;
    expect(first).toEqual({ username: "comroot", password: expect.stringMatching(/^[\w-]{16}$/) });
    expect((await client.get(`${one.path}/credentials`)).body).toEqual(first);
    const other = (await client.get(`${two.path}/credentials`)).body;
    expect(other.password).not.toBe(first.password);
    expect((await client.post(`${one.path}/credentials/reset`)).body).toEqual({});
    const second = (await client.get(`${one.path}/credentials`)).body;
    expect(second).toEqual({ username: "comroot", password: expect.stringMatching(/^[\w-]{16}$/) });
    expect(second.password).not.toBe(first.password);
    expect((await client.get(`${two.path}/credentials`)).body).toEqual(other);
    expect((await one.view()).status).toBe("active");
  });

  test("appear nowhere else", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    const password = String((await client.get(`${database.path}/credentials`)).body.password);
    await takeSnapshot(client, database);
    const lists = ["/databases/instances", `/databases/${engine}/instances`, database.path, `${database.path}/backups`];
    for (const path of lists) expect(JSON.stringify((await client.get(path)).body)).not.toContain(password);
    expect(JSON.stringify(client.emulator.requests())).not.toContain(password);
  });
});

describe.each(ENGINES)("the certificate of a %s database", (engine) => {
  const certificateOf = (encoded: unknown) => new X509Certificate(Buffer.from(String(encoded), "base64"));

  test("is a self-signed CA of its own in PEM, valid for ten years from its creation", async () => {
    const client = await start();
    const database = await activeDatabase(client, engine);
    const { ca_certificate } = (await client.get(`${database.path}/ssl`)).body;
    const certificate = certificateOf(ca_certificate);
    expect(Buffer.from(String(ca_certificate), "base64").toString()).toBe(certificate.toString());
    expect(certificate.ca).toBe(true);
    expect(certificate.subject).toBe(`O=Compute Managed Databases\nCN=Database ${database.id} CA`);
    expect(certificate.checkIssued(certificate)).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    const created = Date.parse(`${(await database.view()).created}Z`);
    expect(Date.parse(certificate.validFrom)).toBe(created);
    expect(new Date(certificate.validTo).getUTCFullYear()).toBe(new Date(created).getUTCFullYear() + 10);
  });

  test("stays the same, and differs from that of another database", async () => {
    const client = await start();
    const one = await activeDatabase(client, engine, { label: "one" });
    const two = await activeDatabase(client, engine, { label: "two" });
    const { ca_certificate } = (await client.get(`${one.path}/ssl`)).body;
    await client.post(`${one.path}/credentials/reset`);
    await client.post(`${one.path}/patch`);
    client.emulator.clock.advance(DATABASE_MS);
    expect((await client.get(`${one.path}/ssl`)).body.ca_certificate).toBe(ca_certificate);
    const other = certificateOf((await client.get(`${two.path}/ssl`)).body.ca_certificate);
    expect(other.verify(certificateOf(ca_certificate).publicKey)).toBe(false);
    expect(other.serialNumber).not.toBe(certificateOf(ca_certificate).serialNumber);
  });

  test("exists even if connections need no SSL", async () => {
    const client = await start();
    const { path } = await activeDatabase(client, engine, { ssl_connection: false });
    expect(certificateOf((await client.get(`${path}/ssl`)).body.ca_certificate).ca).toBe(true);
  });
});

describe("a certificate", () => {
  test.each([
    ["2022-07-11T12:00:00Z", "Jul 11 12:00:00 2022 GMT", "Jul 11 12:00:00 2032 GMT"],
    ["2024-02-29T23:59:59Z", "Feb 29 23:59:59 2024 GMT", "Mar  1 23:59:59 2034 GMT"],
    ["2039-12-31T00:00:00Z", "Dec 31 00:00:00 2039 GMT", "Dec 31 00:00:00 2049 GMT"],
    ["2040-01-01T00:00:00Z", "Jan  1 00:00:00 2040 GMT", "Jan  1 00:00:00 2050 GMT"],
    ["2060-01-01T00:00:00Z", "Jan  1 00:00:00 2060 GMT", "Jan  1 00:00:00 2070 GMT"],
    ["9998-06-01T00:00:00Z", "Jun  1 00:00:00 9998 GMT", "Jun  1 00:00:00 9999 GMT"],
  ])("created at %s is valid from %s to %s", (made, validFrom, validTo) => {
    const certificate = new X509Certificate(createCertificate({ ...SUBJECT, from: Date.parse(made) }));
    expect(certificate).toMatchObject({ validFrom, validTo });
  });

  test("can be created repeatedly: every serial number, key and signature is encoded correctly", () => {
    for (let made = 0; made < 200; made += 1) {
      const certificate = new X509Certificate(createCertificate(SUBJECT));
      expect(certificate.verify(certificate.publicKey)).toBe(true);
    }
  });

  test("with a long, non-ASCII name is readable", () => {
    const commonName = `Größe 日本 ${"x".repeat(180)}`;
    const certificate = new X509Certificate(createCertificate({ ...SUBJECT, commonName }));
    expect(certificate.checkIssued(certificate)).toBe(true);
    expect(certificate.raw.includes(Buffer.from(commonName))).toBe(true);
  });
});

describeWith(systemTool("openssl", ["openssl"], isOpenssl), "for OpenSSL, a certificate", (openssl) => {
  test("is read and verified", () => {
    const pem = createCertificate({ ...SUBJECT, from: Date.now() - 1_000 });
    const text = execFileSync(openssl, ["x509", "-noout", "-text"], { input: pem, encoding: "utf8" });
    expect(text).toContain("Version: 3 (0x2)");
    expect(text).toMatch(/X509v3 Basic Constraints: critical\n\s+CA:TRUE/);
    expect(text).toMatch(/X509v3 Key Usage: critical\n\s+Certificate Sign, CRL Sign/);
    expect(text).toMatch(/X509v3 Subject Key Identifier: *\n\s+([0-9A-F]{2}:){19}[0-9A-F]{2}\n/);
    expect(text).toContain("ASN1 OID: prime256v1");
    const file = join(temporaryFolder(), "ca.pem");
    writeFileSync(file, pem);
    const verify = ["verify", "-check_ss_sig", "-CAfile", file, file];
    expect(execFileSync(openssl, verify, { encoding: "utf8" })).toBe(`${file}: OK\n`);
  });
});
