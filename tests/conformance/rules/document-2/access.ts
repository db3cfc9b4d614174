import type { Started } from "../../../emulator/support/client";
import { list } from "../../lists";
import type { Row } from "../../rows";
import { anonymous, scopeRules } from "../../rows";
import { rule } from "../../rule";
import { expectRefusal, expectSuccess } from "../../support";
import type { Kind } from "./databases";
import { activeDatabase, ALL_DATABASES, collection, KINDS, order } from "./databases";
import { ready, ROWS } from "./rows";
import { asUser } from "../../../emulator/support/client";

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

/** Who may do what. */
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
  ...KINDS.map((kind) =>
    rule(`2.access.delete-${kind}`, "Document 2, Rule 7", { options: USERS })
      .states(
        `A restricted user cannot delete a ${kind === "mysql" ? "MySQL" : "MongoDB"} database, whatever the token's scopes`,
      )
      .test(async (service) => {
        const path = await ownDatabase(service, kind);
        expectRefusal(await asUser(service, "granted").delete(path));
        expectSuccess(await asUser(service, "writer").delete(path));
      }),
  ),
  rule("2.access.credentials-reset", "Document 2, Rule 7", { options: USERS })
    .states("A restricted user cannot reset the credentials, whatever the token's scopes")
    .test(async (service) => {
      const path = await ownDatabase(service, "mongodb");
      expectRefusal(await asUser(service, "granted").post(`${path}/credentials/reset`));
      expectSuccess(await asUser(service, "writer").post(`${path}/credentials/reset`));
    }),
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
];
