import type { Client, Reply, Started } from "../emulator/support/client";
import { asUser } from "../emulator/support/client";
import type { Rule } from "./rule";
import { rule } from "./rule";
import { expectRefusal, expectSuccess } from "./support";

/** A row of a document's table of endpoints. */
export interface Row {
  /** For ids, for example `record-create`. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** In the document's notation. */
  readonly path: string;
  /** Its response, in words. */
  readonly returns: string;
  /** From the document's table of scopes; undefined if none is required. */
  readonly scope?: string;
  readonly body?: (service: Started) => Promise<object> | object;
}

/** Sends a row's request, as this client. */
export type Send = (row: Row, client?: Client) => Promise<Reply>;

/** Creates what the rows refer to, and returns a function that sends their requests. */
export type Ready = (service: Started) => Promise<Send>;

/** The response of operations that return nothing. */
export const EMPTY = { returns: "an empty object" } as const;

/** Users of one account, by the scopes of their tokens. `owner` is the default user of the tests. */
export function usersOf(group: string) {
  const others = ["computes", "images", "domains", "databases"].filter((other) => other !== group);
  return {
    token: "owner",
    tokens: [
      { token: "reader", scopes: [`${group}:read_only`] },
      { token: "writer", scopes: [`${group}:read_write`] },
      { token: "stranger", scopes: others.map((other) => `${other}:read_write`) },
    ],
  };
}

/** A client without credentials. */
export function anonymous(service: Started): Client {
  const { send, ...rest } = asUser(service, "");
  return { ...rest, send: (method, path, init) => send(method, path, { ...init, headers: { Authorization: "" } }) };
}

/** One rule for each row: its response, which the client compares with its schema (tests/support/schemas/). */
export function endpointRules(document: number, rows: readonly Row[], ready: Ready): Rule[] {
  return rows.map((row) =>
    rule(`${document}.endpoint.${row.id}`, `Document ${document}, Endpoints`)
      .states(`\`${row.method} ${row.path}\` returns ${row.returns}`)
      .test(async (service) => {
        const body = expectSuccess(await (await ready(service))(row));
        // An empty list would prove nothing about its items.
        expect(body["data"]).not.toEqual([]);
      }),
  );
}

/** One rule for each row that needs a scope, and one for all that need a token. */
export function scopeRules(document: number, group: string, rows: readonly Row[], ready: Ready): Rule[] {
  const section = `Document ${document}, Authentication`;
  const guarded = rows.filter(({ scope }) => scope !== undefined);
  const needsScope = (row: Row) =>
    rule(`${document}.scope.${row.id}`, section, { options: usersOf(group) })
      .states(`\`${row.method} ${row.path}\` needs the scope \`${row.scope}\``)
      .testOn(ready, async (service, send) => {
        const mayOnlyRead = row.scope === `${group}:read_only`;
        for (const user of mayOnlyRead ? ["stranger"] : ["stranger", "reader"]) {
          expectRefusal(await send(row, asUser(service, user)));
        }
        expectSuccess(await send(row, asUser(service, mayOnlyRead ? "reader" : "writer")));
      });
  const needsToken = rule(`${document}.access.token`, section)
    .states("Every operation for which a scope is given needs an access token, sent as a bearer")
    .testOn(ready, async (service, send) => {
      for (const row of guarded) {
        expectRefusal(await send(row, anonymous(service)));
        expectRefusal(await send(row, asUser(service, "unknown")));
      }
    });
  return [...guarded.map(needsScope), needsToken];
}
