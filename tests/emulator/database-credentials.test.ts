import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCertificate } from "../../emulator/services/databases/certificate";
import { describeWith, systemTool } from "../support/system-tool";
import { temporaryFolder } from "../support/temporary-folder";
import { start } from "./support/client";
import { activeDatabase, DATABASE_MS, ENGINES, takeSnapshot } from "./support/databases";

/** LibreSSL goes by the same name and prints otherwise. */
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

  test("is a CA of its own in PEM that signs itself, valid for ten years from its creation", async () => {
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

  test("is there as well when connections need no SSL", async () => {
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
  ])("made at %s is valid from %s to %s", (made, validFrom, validTo) => {
    const certificate = new X509Certificate(createCertificate({ ...SUBJECT, from: Date.parse(made) }));
    expect(certificate).toMatchObject({ validFrom, validTo });
  });

  test("can be made again and again: no serial number, key or signature is encoded wrongly", () => {
    for (let made = 0; made < 200; made += 1) {
      const certificate = new X509Certificate(createCertificate(SUBJECT));
      expect(certificate.verify(certificate.publicKey)).toBe(true);
    }
  });

  test("of a name with other letters than ASCII, and with many of them, can be read", () => {
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
