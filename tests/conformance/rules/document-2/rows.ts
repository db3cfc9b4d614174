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

const view = { method: "GET", scope: "databases:read_only" } as const;
const post = { method: "POST", scope: "databases:read_write" } as const;
const put = { ...post, method: "PUT" } as const;
const remove = { ...post, method: "DELETE" } as const;
/** In the document's table of scopes, all operations on backups require read_write, including reads. */
const viewBackups = { ...post, method: "GET" } as const;

function ofKind(kind: Kind): Row[] {
  const path = collection(kind);
  const one = `${path}/{instanceId}`;
  const database = { returns: `the ${NAMES[kind]} database`, check: isOne(databaseShape(kind)) };
  const listed = { returns: `a list of ${NAMES[kind]} databases`, check: isListOf(databaseShape(kind)) };
  const created = { returns: `the new ${NAMES[kind]} database`, check: isOne(newDatabaseShape(kind)) };
  const body = (service: Started) => request(service, kind, { label: `new-${kind}` });
  return [
    { id: `${kind}-list`, ...view, path, ...listed },
    { id: `${kind}-create`, ...post, path, ...created, body },
    { id: `${kind}-view`, ...view, path: one, ...database },
    { id: `${kind}-update`, ...put, path: one, ...database, body: () => ({ label: `renamed-${kind}` }) },
    { id: `${kind}-delete`, ...remove, path: one, ...EMPTY },
  ];
}

const MONGODB = `${collection("mongodb")}/{instanceId}`;
const BACKUPS = `${MONGODB}/backups`;
const ONE_BACKUP = `${BACKUPS}/{backupId}`;

const engine = { returns: "the engine", check: isOne(objectOf(ENGINE)) };
const engines = { returns: "a list of engines", check: isListOf(objectOf(ENGINE)) };
const listedDatabase = objectOf({ ...COMMON, instance_uri: isText });
const databases = { returns: "a list of databases of all kinds", check: isListOf(listedDatabase) };
const backup = { returns: "the backup", check: isOne(objectOf(BACKUP)) };
const backups = { returns: "a list of backups", check: isListOf(objectOf(BACKUP)) };
const credentials = { returns: "the credentials", check: isOne(objectOf(CREDENTIALS)) };
const certificate = { returns: "the certificate of the authority", check: isOne(objectOf(CERTIFICATE)) };
const snapshot = { ...EMPTY, body: () => ({ label: "Tuesday", target: "primary" }) };

/** All rows of document 2. */
export const ROWS: readonly Row[] = [
  { id: "engines-list", method: "GET", path: ENGINES, ...engines },
  { id: "engine-view", method: "GET", path: `${ENGINES}/{engineId}`, ...engine },
  { id: "databases-list", ...view, path: ALL_DATABASES, ...databases },
  ...ofKind("mongodb"),
  { id: "mongodb-backups-list", ...viewBackups, path: BACKUPS, ...backups },
  { id: "mongodb-backup-create", ...post, path: BACKUPS, ...snapshot },
  { id: "mongodb-backup-view", ...viewBackups, path: ONE_BACKUP, ...backup },
  { id: "mongodb-backup-delete", ...remove, path: ONE_BACKUP, ...EMPTY },
  { id: "mongodb-backup-restore", ...post, path: `${ONE_BACKUP}/restore`, ...EMPTY },
  { id: "mongodb-credentials-view", ...view, path: `${MONGODB}/credentials`, ...credentials },
  { id: "mongodb-credentials-reset", ...post, path: `${MONGODB}/credentials/reset`, ...EMPTY },
  { id: "mongodb-patch", ...post, path: `${MONGODB}/patch`, ...EMPTY },
  { id: "mongodb-ssl-view", ...view, path: `${MONGODB}/ssl`, ...certificate },
  ...ofKind("mysql"),
];

/** Returns a function that sends rows' requests, after it has created the databases and the backup that a row refers to. */
export async function ready(service: Started): Promise<Send> {
  const ids: Record<string, number> = {};
  const prepare = async (kind: Kind): Promise<void> => {
    if (ids[kind] !== undefined) return;
    const made = await activeDatabase(service, kind, { label: `some-${kind}` });
    ids[kind] = made.body.id;
    if (kind === "mongodb") ids.backup = (await takeSnapshot(service, made.path)).id;
  };
  const aVersion = await engineId(service, "mongodb");
  return async ({ path, method, body }, client = service) => {
    for (const kind of KINDS) if (path === ALL_DATABASES || path.startsWith(collection(kind))) await prepare(kind);
    const there = path
      .replace("{engineId}", aVersion)
      .replace("{instanceId}", String(ids[path.includes("/mysql/") ? "mysql" : "mongodb"]))
      .replace("{backupId}", String(ids.backup));
    const sent = body === undefined ? {} : { body: JSON.stringify(await body(service)) };
    return client.send(method, `/v4${there}`, sent);
  };
}
