import type { Reply, Started } from "../../../emulator/support/client";
import { MINUTE_MS } from "../../../support/time";
import { filtered } from "../../lists";
import type { Rule } from "../../rule";
import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess } from "../../support";
import type { Kind, Status } from "./databases";
import {
  activeDatabase,
  ALL_DATABASES,
  becomes,
  collection,
  createDatabase,
  KINDS,
  STATUSES,
  takeSnapshot,
} from "./databases";

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

interface Precondition {
  readonly id: string;
  readonly says: string;
  readonly kinds: readonly Kind[];
  readonly open: readonly Status[];
  /** Set when the operation needs a backup. */
  readonly needsBackup?: true;
  /** Set when the operation changes nothing. */
  readonly isRead?: true;
  readonly run: (service: Started, path: string, backup: string) => Promise<Reply>;
}

const ACTIVE: readonly Status[] = ["active"];
const MONGODB: readonly Kind[] = ["mongodb"];
const NOT_NEW = STATUSES.filter((status) => status !== "provisioning");

const PRECONDITIONS: readonly Precondition[] = [
  {
    id: "delete",
    says: "Deletion",
    kinds: KINDS,
    open: ["active", "failed", "degraded"],
    run: (service, path) => service.delete(path),
  },
  {
    id: "update",
    says: "An update",
    kinds: KINDS,
    open: ACTIVE,
    run: (service, path) => service.put(path, { allow_list: ["198.51.100.0/24"] }),
  },
  {
    id: "snapshot",
    says: "A snapshot",
    kinds: MONGODB,
    open: ACTIVE,
    run: (service, path) => service.post(`${path}/backups`, { label: "Tuesday" }),
  },
  {
    id: "restore",
    says: "Restoring a backup",
    kinds: MONGODB,
    open: ACTIVE,
    needsBackup: true,
    run: (service, _path, backup) => service.post(`${backup}/restore`),
  },
  {
    id: "patch",
    says: "A patch",
    kinds: MONGODB,
    open: ACTIVE,
    run: (service, path) => service.post(`${path}/patch`),
  },
  {
    id: "credentials",
    says: "The view of the credentials",
    kinds: MONGODB,
    open: ACTIVE,
    run: (service, path) => service.get(`${path}/credentials`),
  },
  {
    id: "ssl",
    says: "The view of the certificate",
    kinds: MONGODB,
    open: ACTIVE,
    run: (service, path) => service.get(`${path}/ssl`),
  },
  {
    id: "backups-list",
    says: "The list of backups",
    kinds: MONGODB,
    open: NOT_NEW,
    isRead: true,
    run: (service, path) => service.get(`${path}/backups`),
  },
  {
    id: "backup-view",
    says: "The view of a backup",
    kinds: MONGODB,
    open: NOT_NEW,
    needsBackup: true,
    isRead: true,
    run: (service, _path, backup) => service.get(backup),
  },
  {
    id: "backup-delete",
    says: "Deletion of a backup",
    kinds: MONGODB,
    open: NOT_NEW,
    needsBackup: true,
    run: (service, _path, backup) => service.delete(backup),
  },
];

/** The response to an operation in each of these statuses, on an otherwise idle database. */
async function answersIn(service: Started, statuses: readonly Status[], kind: Kind, operation: Precondition) {
  const answers: { status: Status; reply: Reply }[] = [];
  let subject: { readonly id: number; readonly path: string; readonly backup: string } | undefined;
  for (const status of statuses) {
    subject ??= await newSubject(service, kind, operation);
    const { id, path, backup } = subject;
    service.emulator.poke("database", id, { status });
    const reply = await operation.run(service, path, backup);
    answers.push({ status, reply });
    // What was rejected has changed nothing.
    if (reply.status < 400 && operation.isRead !== true) subject = undefined;
  }
  return answers;
}

let subjects = 0;

async function newSubject(service: Started, kind: Kind, { needsBackup }: Precondition) {
  const { path, body } = await activeDatabase(service, kind, { label: `${kind}-${(subjects += 1)}` });
  const backup = needsBackup ? (await takeSnapshot(service, { path })).id : 0;
  return { id: body.id, path, backup: `${path}/backups/${backup}` };
}

const succeededIn = (answers: readonly { status: Status; reply: Reply }[]): Status[] =>
  answers.filter(({ reply }) => reply.status < 400).map(({ status }) => status);

const inWords = ({ open }: Precondition): string => (open === NOT_NEW ? "not provisioning" : open.join(" or "));

/** Which operations are allowed in which status. */
export const STATE_RULES: readonly Rule[] = PRECONDITIONS.flatMap((operation) => [
  rule(`2.state.${operation.id}`, "Document 2, States and transitions")
    .states(`${operation.says} is possible while the database is ${inWords(operation)}`)
    .testEach(operation.kinds, async (service, kind) => {
      expect(succeededIn(await answersIn(service, operation.open, kind, operation))).toEqual(operation.open);
    }),
  rule(`2.state.${operation.id}-refused`, "Document 2, States and transitions")
    .states(`${operation.says} is rejected unless the database is ${inWords(operation)}`)
    .testEach(operation.kinds, async (service, kind) => {
      const others = STATUSES.filter((status) => !operation.open.includes(status));
      const answers = await answersIn(service, others, kind, operation);
      expect(succeededIn(answers)).toEqual([]);
      for (const { reply } of answers) expectRefusal(reply);
    }),
]);
