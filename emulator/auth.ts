import type { Brand } from "./brand";
import { failure } from "./errors";
import type { TokenSpec } from "./public-types";

/**
 * Who may call a route: anybody (`public`), or a token that holds the scopes, in the words of the documents. With `anonymous`,
 * a request without credentials is served too, but a wrong token is still refused.
 */
export type Access = "public" | { readonly scopes: readonly string[]; readonly anonymous?: boolean };

/** The holder of a token. */
export interface Principal {
  readonly username: string;
  readonly scopes: readonly string[];
  readonly restricted: boolean;
  readonly grants: readonly string[];
}

/** The known bearer tokens. */
export class Authority {
  private readonly principals = new Map<string, Principal>();

  constructor(
    private readonly brand: Brand,
    tokens: ReadonlyArray<string | TokenSpec>,
  ) {
    for (const given of tokens) {
      const spec: TokenSpec = typeof given === "string" ? { token: given } : given;
      if (!/^[\x21-\x7e]+$/.test(spec.token)) throw new Error("a token must be printable ASCII without spaces");
      this.principals.set(spec.token, {
        username: spec.username ?? "admin",
        scopes: spec.scopes ?? ["*"],
        restricted: spec.restricted ?? false,
        grants: spec.grants ?? [],
      });
    }
  }

  /** Who sends this Authorization header; undefined for a missing or unknown token. */
  identify(authorization: string | undefined): Principal | undefined {
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    return token === undefined ? undefined : this.principals.get(token);
  }

  /**
   * Refuses what the token does not allow.
   * @throws ApiError with status 401.
   */
  authorize(access: Access, principal: Principal | undefined, hasCredentials: boolean): void {
    if (access === "public") return;
    if (principal === undefined) {
      if (access.anonymous === true && !hasCredentials) return;
      throw failure(401, "Invalid Token");
    }
    if (!access.scopes.every((scope) => holds(principal.scopes, this.brand.scope(scope)))) {
      throw failure(401, "Your OAuth token is not authorized to use this endpoint.");
    }
  }
}

/** Whether the scopes of a token include one; read_write includes read_only. */
function holds(scopes: readonly string[], wanted: string): boolean {
  const [group, level] = wanted.split(":");
  return scopes.some((scope) => {
    return scope === "*" || scope === wanted || (level === "read_only" && scope === `${group}:read_write`);
  });
}
