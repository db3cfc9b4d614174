import type { Reply, Started } from "../../../emulator/support/client";
import type { Rule } from "../../rule";
import { rule } from "../../rule";
import { expectRefusal } from "../../support";
import type { Kind, Status } from "./databases";
import { activeDatabase, KINDS, STATUSES, takeSnapshot } from "./databases";

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
