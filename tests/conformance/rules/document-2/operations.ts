import { rule } from "../../rule";
import { expectShape, isText } from "../../shapes";
import { expectSuccess, waitFor, waitForStatus } from "../../support";
import { activeDatabase, becomes, mongodb, takeSnapshot } from "./databases";

/** Restore, credentials, patch and certificate. */
export const OPERATION_RULES = [
  rule("2.restore.active-again", "Document 2, Rule 2")
    .states("A database whose credentials were not reset survives the restoring of a backup")
    .testOn(mongodb, async (service, { path }) => {
      const { id } = await takeSnapshot(service, { path });
      expectSuccess(await service.post(`${path}/backups/${id}/restore`));
      await becomes(service, "active", path);
    }),
  rule("2.restore.after-reset", "Document 2, Rule 2")
    .states("Restoring a backup after the credentials were reset leads to a failed cluster")
    .testOn(mongodb, async (service, { path }) => {
      const { id } = await takeSnapshot(service, { path });
      const { password } = expectSuccess(await service.get(`${path}/credentials`));
      expectSuccess(await service.post(`${path}/credentials/reset`));
      await waitFor(service, `${path}/credentials`, ({ status, body }) => status === 200 && body.password !== password);
      await waitForStatus(service, path, "active");
      expectSuccess(await service.post(`${path}/backups/${id}/restore`));
      await becomes(service, "failed", path);
    }),
  rule("2.restore.replaces-data", "Document 2, Rule 2")
    .states("Restoring erases all data and puts the backup's in their place")
    .untestable("The interface shows no data of a database, and the emulator runs no database server."),
  rule("2.credentials.fields", "Document 2, Credentials and certificate")
    .states("Credentials are a user name and a password, both text")
    .testOn(mongodb, async (service, { path }) => {
      const credentials = expectSuccess(await service.get(`${path}/credentials`));
      expect(credentials).toMatchObject({ username: expect.stringMatching(/./), password: expect.stringMatching(/./) });
      expect(expectSuccess(await service.get(`${path}/credentials`))).toEqual(credentials);
    }),
  rule("2.credentials.random", "Document 2, Credentials and certificate")
    .states("The password is generated at random: no two databases have the same")
    .test(async (service) => {
      const passwords = new Set();
      for (const label of ["one", "two", "three"]) {
        const { path } = await activeDatabase(service, "mongodb", { label });
        passwords.add(expectSuccess(await service.get(`${path}/credentials`)).password);
      }
      expect(passwords.size).toBe(3);
    }),
  rule("2.credentials.reset", "Document 2, Rule 3")
    .states("A reset generates a new password for the root user, which the view then shows")
    .testOn(mongodb, async (service, { path }) => {
      const before = expectSuccess(await service.get(`${path}/credentials`));
      expect(expectSuccess(await service.post(`${path}/credentials/reset`))).toEqual({});
      const { body: after } = await waitFor(
        service,
        `${path}/credentials`,
        ({ status, body }) => status === 200 && body.password !== before.password,
      );
      expect(after.username).toBe(before.username);
      expect(after.password).toEqual(expect.stringMatching(/./));
    }),
  rule("2.certificate.base64", "Document 2, Credentials and certificate")
    .states("The certificate of the authority is text in base64")
    .testOn(mongodb, async (service, { path }) => {
      const text = String(expectSuccess(await service.get(`${path}/ssl`)).ca_certificate);
      expect(text).not.toBe("");
      expect(Buffer.from(text, "base64").toString("base64")).toBe(text);
    }),
  rule("2.certificate.without-ssl", "Document 2, Credentials and certificate")
    .states("The certificate is text, also of a database whose connections need no SSL")
    .test(async (service) => {
      const { path } = await activeDatabase(service, "mongodb", { ssl_connection: false });
      expectShape(expectSuccess(await service.get(`${path}/ssl`)), "ca_certificate", isText);
    }),
  rule("2.patch.active-again", "Document 2, Rule 4")
    .states("A patch is applied on request, after which the database is active again as it was")
    .testOn(mongodb, async (service, { path, body }) => {
      expect(expectSuccess(await service.post(`${path}/patch`))).toEqual({});
      const { version, hosts, port, updates } = await waitForStatus(service, path, "active");
      expect({ version, hosts, port, updates }).toEqual({
        version: body.version,
        hosts: body.hosts,
        port: body.port,
        updates: body.updates,
      });
    }),
  rule("2.patch.in-window", "Document 2, Rule 4")
    .states("Patches are also applied by themselves, in the maintenance window")
    .untestable("No response shows how far the operating system is patched."),
  rule("2.patch.downtime", "Document 2, Rule 4")
    .states("A cluster of one node cannot be reached while it is patched")
    .untestable("The emulator runs no database server that could be out of reach."),
];
