import type { Started } from "../../../emulator/support/client";
import type { Row, Send } from "../../rows";
import { EMPTY, isListOf, isOne } from "../../rows";
import { isText, objectOf } from "../../shapes";
import type { Kind } from "./databases";
import {
  activeDatabase,
  ALL_DATABASES,
  collection,
  engineId,
  ENGINES,
  KINDS,
  request,
  takeSnapshot,
} from "./databases";
import { BACKUP, CERTIFICATE, COMMON, CREDENTIALS, databaseShape, ENGINE, newDatabaseShape } from "./shape";

const NAMES: { readonly [kind in Kind]: string } = { mongodb: "MongoDB", mysql: "MySQL" };

const READ = "databases:read_only";
const WRITE = "databases:read_write";
const list = { method: "GET", scope: READ } as const;

function ofKind(kind: Kind): Row[] {
  const path = collection(kind);
  const one = {
    path: `${path}/{instanceId}`,
    returns: `the ${NAMES[kind]} database`,
    check: isOne(databaseShape(kind)),
  };
  const listed = { returns: `a list of ${NAMES[kind]} databases`, check: isListOf(databaseShape(kind)) };
  const created = { returns: `the new ${NAMES[kind]} database`, check: isOne(newDatabaseShape(kind)) };
  return [
    { id: `${kind}-list`, ...list, path, ...listed },
    {
      id: `${kind}-create`,
      method: "POST",
      path,
      scope: WRITE,
      ...created,
      body: (service) => request(service, kind, { label: `new-${kind}` }),
    },
    { id: `${kind}-view`, method: "GET", scope: READ, ...one },
    { id: `${kind}-update`, method: "PUT", scope: WRITE, ...one, body: () => ({ label: `renamed-${kind}` }) },
    { id: `${kind}-delete`, method: "DELETE", scope: WRITE, path: one.path, ...EMPTY },
  ];
}

const MONGODB = `${collection("mongodb")}/{instanceId}`;
const BACKUPS = `${MONGODB}/backups`;
const BACKUP_PATH = `${BACKUPS}/{backupId}`;

/** All rows of document 2. */
export const ROWS: readonly Row[] = [
  {
    id: "engines-list",
    method: "GET",
    path: ENGINES,
    returns: "a list of engines",
    check: isListOf(objectOf(ENGINE)),
  },
  {
    id: "engine-view",
    method: "GET",
    path: `${ENGINES}/{engineId}`,
    returns: "the engine",
    check: isOne(objectOf(ENGINE)),
  },
  {
    id: "databases-list",
    ...list,
    path: ALL_DATABASES,
    returns: "a list of databases of all kinds",
    check: isListOf(objectOf({ ...COMMON, instance_uri: isText })),
  },
  ...ofKind("mongodb"),
  {
    // In the document's table of scopes, all operations on backups require read_write, including reads.
    id: "mongodb-backups-list",
    method: "GET",
    scope: WRITE,
    path: BACKUPS,
    returns: "a list of backups",
    check: isListOf(objectOf(BACKUP)),
  },
  {
    id: "mongodb-backup-create",
    method: "POST",
    scope: WRITE,
    path: BACKUPS,
    ...EMPTY,
    body: () => ({ label: "Tuesday", target: "primary" }),
  },
  {
    id: "mongodb-backup-view",
    method: "GET",
    scope: WRITE,
    path: BACKUP_PATH,
    returns: "the backup",
    check: isOne(objectOf(BACKUP)),
  },
  { id: "mongodb-backup-delete", method: "DELETE", scope: WRITE, path: BACKUP_PATH, ...EMPTY },
  { id: "mongodb-backup-restore", method: "POST", scope: WRITE, path: `${BACKUP_PATH}/restore`, ...EMPTY },
  {
    id: "mongodb-credentials-view",
    method: "GET",
    scope: READ,
    path: `${MONGODB}/credentials`,
    returns: "the credentials",
    check: isOne(objectOf(CREDENTIALS)),
  },
  { id: "mongodb-credentials-reset", method: "POST", scope: WRITE, path: `${MONGODB}/credentials/reset`, ...EMPTY },
  { id: "mongodb-patch", method: "POST", scope: WRITE, path: `${MONGODB}/patch`, ...EMPTY },
  {
    id: "mongodb-ssl-view",
    method: "GET",
    scope: READ,
    path: `${MONGODB}/ssl`,
    returns: "the certificate of the authority",
    check: isOne(objectOf(CERTIFICATE)),
  },
  ...ofKind("mysql"),
];

/** Returns a function that sends rows' requests, after it has created the databases and the backup that a row refers to. */
export async function ready(service: Started): Promise<Send> {
  const ids: Record<string, number> = {};
  const prepare = async (kind: Kind): Promise<void> => {
    if (ids[kind] !== undefined) return;
    const { path, body } = await activeDatabase(service, kind, { label: `some-${kind}` });
    ids[kind] = body.id;
    if (kind === "mongodb") ids.backup = (await takeSnapshot(service, path)).id;
  };
  const engine = await engineId(service, "mongodb");
  return async ({ path, method, body }, client = service) => {
    for (const kind of KINDS) if (path === ALL_DATABASES || path.startsWith(collection(kind))) await prepare(kind);
    const there = path
      .replace("{engineId}", engine)
      .replace("{instanceId}", String(ids[path.includes("/mysql/") ? "mysql" : "mongodb"]))
      .replace("{backupId}", String(ids.backup));
    const sent = body === undefined ? {} : { body: JSON.stringify(await body(service)) };
    return client.send(method, `/v4${there}`, sent);
  };
}
