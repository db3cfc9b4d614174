import { MINUTE_MS } from "../../../support/time";
import { filtered } from "../../lists";
import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess } from "../../support";
import { activeDatabase, ALL_DATABASES, becomes, collection, createDatabase, KINDS, STATUSES } from "./databases";

/** From create to delete. */
export const LIFECYCLE_RULES = [
  rule("2.status.new", "Document 2, States and transitions")
    .states("A new database is provisioning")
    .testEach(KINDS, async (service, kind) => {
      const { path } = await createDatabase(service, kind);
      expect(expectSuccess(await service.get(path)).status).toBe("provisioning");
    }),
  rule("2.status.values", "Document 2, States and transitions")
    .states("A database can be in each of the ten statuses, which is shown alone and in lists")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await activeDatabase(service, kind, { label: `some-${kind}` });
      for (const status of STATUSES) {
        service.emulator.poke("database", body.id, { status });
        expect(expectSuccess(await service.get(path)).status).toBe(status);
        for (const at of [collection(kind), ALL_DATABASES]) {
          expect(await filtered(service, at, { status, label: `some-${kind}` })).toEqual([body.id]);
        }
      }
    }),
  rule("2.provisioning.time", "Document 2, Limits", { options: { databaseProvisionMs: 20 * MINUTE_MS } })
    .states("Provisioning takes as long as the service says, 15 to 30 minutes for example; then the database is active")
    .test(async (service) => {
      const databases = await Promise.all(KINDS.map((kind) => createDatabase(service, kind, { label: `new-${kind}` })));
      service.emulator.clock.advance(15 * MINUTE_MS);
      for (const { path } of databases) expect((await service.get(path)).body.status).toBe("provisioning");
      service.emulator.clock.advance(15 * MINUTE_MS);
      for (const { path } of databases) expect((await service.get(path)).body.status).toBe("active");
    }),
  rule("2.provisioning.hosts", "Document 2, Rule 11")
    .states("Hosts are assigned after provisioning: before, no primary host is shown")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await createDatabase(service, kind);
      for (const { hosts } of [body, expectSuccess(await service.get(path))]) {
        expect((hosts as { primary?: unknown } | null | undefined)?.primary ?? null).toBeNull();
      }
      expect(await becomes(service, "active", path)).toMatchObject({ hosts: { primary: expect.any(String) } });
    }),
  rule("2.provisioning.bare-response", "Document 2, Rule 11", { options: { createAnswer: "bare" } })
    .states("The response to a create shows neither status nor hosts; both are shown once provisioning is complete")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await createDatabase(service, kind);
      expect(body).not.toHaveProperty("status");
      expect(body).not.toHaveProperty("hosts");
      expect(await becomes(service, "active", path)).toMatchObject({ hosts: { primary: expect.any(String) } });
    }),
  rule("2.delete.gone", "Document 2, Endpoints")
    .states("A deleted database no longer exists: in its path, in both lists and for every operation")
    .testEach(KINDS, async (service, kind) => {
      const { path, body } = await activeDatabase(service, kind);
      expect(expectSuccess(await service.delete(path))).toEqual({});
      service.emulator.clock.advance(60 * MINUTE_MS);
      expectFailure(await service.get(path));
      expectFailure(await service.put(path, { label: "again" }));
      expectFailure(await service.delete(path));
      for (const at of [collection(kind), ALL_DATABASES]) {
        expect(await filtered(service, at, { label: body.label })).toEqual([]);
      }
    }),
  rule("2.view.own-kind", "Document 2, Endpoints")
    .states("A database is found below the path of its own kind alone, and in the list of its own kind alone")
    .testEach(KINDS, async (service, kind) => {
      const other = collection(kind === "mysql" ? "mongodb" : "mysql");
      const { body } = await activeDatabase(service, kind, { label: `some-${kind}` });
      expectFailure(await service.get(`${other}/${body.id}`));
      expect(await filtered(service, other, { label: body.label })).toEqual([]);
      expect(await filtered(service, collection(kind), { label: body.label })).toEqual([body.id]);
    }),
  rule("2.error.body", "Document 2, Errors")
    .states("A failure returns the error body of document 1")
    .testEach(KINDS, async (service, kind) => {
      expectFailure(await service.get(`${collection(kind)}/999999`));
      expectRefusal(await service.post(collection(kind), {}));
      const { path } = await createDatabase(service, kind);
      expectRefusal(await service.put(path, { label: "changed" }));
    }),
];
