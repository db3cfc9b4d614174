import type { Started } from "../../../emulator/support/client";
import type { Row, Send } from "../../rows";
import { EMPTY } from "../../rows";
import type { Kind } from "./databases";
import { activeDatabase, ALL_DATABASES, collection, engineId, ENGINES, KINDS, order, takeSnapshot } from "./databases";

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
  const name = NAMES[kind];
  const database = { returns: `the ${name} database` };
  return [
    { id: `${kind}-list`, ...view, path, returns: `a list of ${name} databases` },
    {
      id: `${kind}-create`,
      ...post,
      path,
      returns: `the new ${name} database`,
      body: () => order(kind, { label: `new-${kind}` }),
    },
    { id: `${kind}-view`, ...view, path: one, ...database },
    { id: `${kind}-update`, ...put, path: one, ...database, body: () => ({ label: `renamed-${kind}` }) },
    { id: `${kind}-delete`, ...remove, path: one, ...EMPTY },
  ];
}

const MONGODB = `${collection("mongodb")}/{instanceId}`;
const BACKUPS = `${MONGODB}/backups`;
const ONE_BACKUP = `${BACKUPS}/{backupId}`;

const snapshot = { ...EMPTY, body: () => ({ label: "Tuesday", target: "primary" }) };

/** All rows of document 2. */
export const ROWS: readonly Row[] = [
  { id: "engines-list", method: "GET", path: ENGINES, returns: "a list of engines" },
  { id: "engine-view", method: "GET", path: `${ENGINES}/{engineId}`, returns: "the engine" },
  { id: "databases-list", ...view, path: ALL_DATABASES, returns: "a list of databases of all kinds" },
  ...ofKind("mongodb"),
  { id: "mongodb-backups-list", ...viewBackups, path: BACKUPS, returns: "a list of backups" },
  { id: "mongodb-backup-create", ...post, path: BACKUPS, ...snapshot },
  { id: "mongodb-backup-view", ...viewBackups, path: ONE_BACKUP, returns: "the backup" },
  { id: "mongodb-backup-delete", ...remove, path: ONE_BACKUP, ...EMPTY },
  { id: "mongodb-backup-restore", ...post, path: `${ONE_BACKUP}/restore`, ...EMPTY },
  { id: "mongodb-credentials-view", ...view, path: `${MONGODB}/credentials`, returns: "the credentials" },
  { id: "mongodb-credentials-reset", ...post, path: `${MONGODB}/credentials/reset`, ...EMPTY },
  { id: "mongodb-patch", ...post, path: `${MONGODB}/patch`, ...EMPTY },
  { id: "mongodb-ssl-view", ...view, path: `${MONGODB}/ssl`, returns: "the certificate of the authority" },
  ...ofKind("mysql"),
];

/** Returns a function that sends rows' requests, after it has created the databases and the backup that a row refers to. */
export async function ready(service: Started): Promise<Send> {
  const ids: Record<string, number> = {};
  const prepare = async (kind: Kind): Promise<void> => {
    if (ids[kind] !== undefined) return;
    const made = await activeDatabase(service, kind, { label: `some-${kind}` });
    ids[kind] = made.body.id;
    if (kind === "mongodb") ids.backup = (await takeSnapshot(service, made)).id;
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
