import type { Client, Started } from "../../../emulator/support/client";
import { asUser } from "../../../emulator/support/client";
import type { Row, Send } from "../../rows";
import { anonymous, EMPTY, endpointRules, scopeRules } from "../../rows";
import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, expectTwoPages, list } from "../../support";
import type { Kind } from "./databases";
import {
  activeDatabase,
  ALL_DATABASES,
  collection,
  createDatabase,
  engineId,
  ENGINES,
  KINDS,
  order,
  takeSnapshot,
} from "./databases";

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
  const body = () => order(kind, { label: `new-${kind}` });
  return [
    { id: `${kind}-list`, ...view, path, returns: `a list of ${name} databases` },
    { id: `${kind}-create`, ...post, path, returns: `the new ${name} database`, body },
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

/** What a path of a row refers to. */
type Ids = { readonly [placeholder: string]: string | number };

/** An active database and, for MongoDB, its backup. */
export async function prepared(service: Started, kind: Kind): Promise<Ids> {
  const made = await activeDatabase(service, kind, { label: `some-${kind}` });
  return { instanceId: made.body.id, backupId: kind === "mongodb" ? (await takeSnapshot(service, made)).id : 0 };
}

export async function sendRow(service: Started, { path, method, body }: Row, ids: Ids, client: Client = service) {
  const there = path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
  return client.send(method, `/v4${there}`, body === undefined ? {} : { body: JSON.stringify(await body(service)) });
}

/** Returns a function that sends rows' requests, after it has created the databases and the backup that a row refers to. */
async function ready(service: Started): Promise<Send> {
  const ids: { [kind in Kind]?: Ids } = {};
  const engine = await engineId(service, "mongodb");
  return async (row, client) => {
    const needed = KINDS.filter((kind) => row.path === ALL_DATABASES || row.path.startsWith(collection(kind)));
    for (const kind of needed) ids[kind] ??= await prepared(service, kind);
    return sendRow(service, row, { engineId: engine, ...ids[needed[0] ?? "mongodb"] }, client);
  };
}

const SECTION = "Document 2, Endpoints";

/** Lists of databases: of each kind, and of all. */
const PAGED = [
  ...KINDS.map((kind) => [kind, NAMES[kind], collection(kind), [kind]] as const),
  ["databases", "all", ALL_DATABASES, KINDS] as const,
];

/** Every endpoint of the document, with the shape of its response. */
export const ENDPOINT_RULES = [
  ...endpointRules(2, ROWS, ready),
  rule("2.endpoint.all-kinds", "Document 2, What the service does")
    .states("One list shows the databases of all kinds together")
    .test(async (service) => {
      const made = [];
      for (const kind of KINDS) {
        for (const name of ["one", "two"]) {
          made.push((await createDatabase(service, kind, { label: `${name}-${kind}` })).body.label);
        }
      }
      const shown = (await list(service, ALL_DATABASES)).map(({ label }) => label);
      expect([...shown].sort()).toEqual(made.sort());
    }),
  ...PAGED.map(([id, what, path, kinds]) =>
    rule(`2.endpoint.${id}-page`, SECTION)
      .states(`The list of ${what} databases takes \`page\` and \`page_size\``)
      .test((service) =>
        expectTwoPages(service, path, (index) =>
          createDatabase(service, kinds[index % kinds.length]!, { label: `database-${index}` }),
        ),
      ),
  ),
  rule("2.endpoint.integer-ids", SECTION)
    .states("The ids of databases and backups in a path are integers: nothing is found at other text")
    .test(async (service) => {
      for (const kind of KINDS) {
        const { path, body } = await activeDatabase(service, kind);
        expectFailure(await service.get(`${collection(kind)}/${String(body.label)}`));
        if (kind === "mongodb") expectFailure(await service.get(`${path}/backups/latest`));
      }
    }),
  rule("2.version.segment", "Document 2, Versioning")
    .states("The segment v4 is part of every path")
    .test(async (service) => {
      for (const path of [ENGINES, ALL_DATABASES, ...KINDS.map(collection)]) {
        expectSuccess(await service.send("GET", `/v4${path}`));
        expectFailure(await service.send("GET", path));
      }
    }),
];

const AUTHENTICATION = "Document 2, Authentication";

/** An unrestricted user, and restricted ones with and without the grant to create. */
const USERS = {
  token: "owner",
  tokens: [
    { token: "writer", scopes: ["databases:read_write"] },
    { token: "ungranted", username: "ungranted", restricted: true },
    { token: "granted", username: "granted", restricted: true, grants: ["add_databases"] },
  ],
};

/** The first databases, as a restricted user may see and change them. */
const withGrants = (permissions: "read_only" | "read_write") => ({
  token: "owner",
  tokens: [
    {
      token: "guest",
      username: "guest",
      restricted: true,
      objects: [80001, 80002, 80003].map((id) => ({ kind: "database" as const, id, permissions })),
    },
  ],
});

const CHANGES = ["update", "backup-create", "backup-delete", "backup-restore", "patch"];
const isChange = ({ id }: Row): boolean => CHANGES.some((name) => id.endsWith(`-${name}`));

/** A database of the restricted user with the grant to create some. */
async function ownDatabase(service: Started, kind: Kind): Promise<string> {
  const body = order(kind, { label: `own-${kind}` });
  const { id } = await asUser(service, "granted").create(collection(kind), body);
  const path = `${collection(kind)}/${id}`;
  service.emulator.clock.advance(60 * 60_000);
  expect(expectSuccess(await service.get(path)).status).toBe("active");
  return path;
}

/** What no restricted user can do. */
const FORBIDDEN = [
  ["delete-mongodb", "delete a MongoDB database", "mongodb", "DELETE", ""],
  ["delete-mysql", "delete a MySQL database", "mysql", "DELETE", ""],
  ["credentials-reset", "reset the credentials", "mongodb", "POST", "/credentials/reset"],
] as const;

const NO_SERVER = "The emulator runs no database server.";

/** Who may do what, and what no response of the API can prove. */
export const ACCESS_RULES = [
  ...scopeRules(2, "databases", ROWS, ready),
  rule("2.access.engines", AUTHENTICATION)
    .states("Engines can be listed and viewed without credentials")
    .testOn(ready, async (service, send) => {
      for (const row of ROWS.filter(({ scope }) => scope === undefined))
        expectSuccess(await send(row, anonymous(service)));
    }),
  rule("2.access.create-grant", AUTHENTICATION, { options: USERS })
    .states("A restricted user needs the grant `add_databases` to create a database")
    .test(async (service) => {
      for (const kind of KINDS) {
        const body = order(kind, { label: `own-${kind}` });
        expectRefusal(await asUser(service, "ungranted").post(collection(kind), body));
        expectSuccess(await asUser(service, "granted").post(collection(kind), body));
      }
    }),
  ...FORBIDDEN.map(([id, what, kind, method, below]) =>
    rule(`2.access.${id}`, "Document 2, Rule 7", { options: USERS })
      .states(`A restricted user cannot ${what}, whatever the token's scopes`)
      .test(async (service) => {
        const path = `/v4${await ownDatabase(service, kind)}${below}`;
        expectRefusal(await asUser(service, "granted").send(method, path));
        expectSuccess(await asUser(service, "writer").send(method, path));
      }),
  ),
  rule("2.access.change-read-only", AUTHENTICATION, { options: withGrants("read_only") })
    .states("A restricted user who may only read a database can view it and cannot change it")
    .testOn(ready, async (service, send) => {
      for (const row of ROWS.filter(isChange)) expectRefusal(await send(row, asUser(service, "guest")));
      for (const row of ROWS.filter(({ method }) => method === "GET")) {
        expectSuccess(await send(row, asUser(service, "guest")));
      }
    }),
  rule("2.access.change-read-write", AUTHENTICATION, { options: withGrants("read_write") })
    .states("A restricted user who may read and write a database can change it")
    .test(async (service) => {
      for (const row of ROWS.filter(isChange)) {
        service.emulator.reset();
        const send = await ready(service);
        expectSuccess(await send(row, asUser(service, "guest")));
      }
    }),
  rule("2.access.list", "Document 2, What the service does", { options: USERS })
    .states("The list of all databases shows those that the user may use, and no other")
    .test(async (service) => {
      for (const kind of KINDS) {
        await activeDatabase(service, kind, { label: `foreign-${kind}` });
        await ownDatabase(service, kind);
      }
      const seenBy = async (user: string) =>
        (await list(asUser(service, user), ALL_DATABASES)).map(({ label }) => label);
      expect(await seenBy("ungranted")).toEqual([]);
      expect([...(await seenBy("granted"))].sort()).toEqual(["own-mongodb", "own-mysql"]);
      expect((await seenBy("owner")).length).toBe(4);
    }),
  rule("2.cluster.nodes", "Document 2, Database")
    .states("A cluster of 3 has a primary node and two replicas")
    .untestable(`${NO_SERVER} That the size can be chosen: \`2.create.cluster-size-3\`.`),
  rule("2.cluster.public-address", "Document 2, What the service does")
    .states("MongoDB is reached at public addresses; private ones are still in development")
    .untestable(NO_SERVER),
  rule("2.allow-list.empty-blocks", "Document 2, Rule 6")
    .states("An empty `allow_list` lets nobody connect")
    .untestable(`${NO_SERVER} That the list can be empty: \`2.default.allow-list\`.`),
  rule("2.allow-list.controls", "Document 2, What the service does")
    .states("The `allow_list` decides who may connect")
    .untestable(NO_SERVER),
  rule("2.ssl.required", "Document 2, Database")
    .states("With `ssl_connection`, connecting needs SSL credentials")
    .untestable(NO_SERVER),
  rule("2.credentials.root", "Document 2, Credentials and certificate")
    .states("The credentials are those of the root user")
    .untestable(NO_SERVER),
  rule("2.compression.ratio", "Document 2, MongoDB additional fields")
    .states("Compression with zlip saves more and costs more than with snappy")
    .untestable(NO_SERVER),
  rule("2.maintenance.patches", "Document 2, What the service does")
    .states("The operating system is patched by itself in the maintenance window")
    .untestable("No response shows how far the operating system is patched."),
  rule("2.maintenance.engine-change", "Document 2, What the service does")
    .states("For another engine version, make a new database and move the data")
    .untestable("Advice to callers. That an update changes no engine: `2.update.nothing-else`."),
  rule("2.version.release", "Document 2, Versioning")
    .states("The interface is described as of release 4.130.0")
    .untestable(
      "Says which release was described, not how the service responds. The path segment v4: `2.version.segment`.",
    ),
];
