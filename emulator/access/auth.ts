import type { Access, Guard } from "./guards";
import type { Brand } from "../brand";
import { failure, Problems } from "../interface/errors";
import type { ObjectGrant, TokenSpec } from "../public-types";
import { isObject } from "../json";
import { flag, integer, list, object, oneOf, parse, pattern, requireFields, text } from "../interface/validation";

/** The user of a token. */
export interface Principal {
  readonly username: string;
  readonly scopes: readonly string[];
  readonly restricted: boolean;
  /** Account-wide grants, such as `add_computes`. */
  readonly grants: readonly string[];
  /** Grants on single resources. */
  readonly objects: readonly ObjectGrant[];
}

/** Published tokens, accepted if the options set no others. */
export const DEFAULT_TOKEN = "emulator-token";
export const READ_TOKEN = "emulator-read-token";

/** The accepted bearer tokens. */
export class Authority {
  private readonly principals = new Map<string, Principal>();

  /** Whether a published token is accepted. */
  get isPublished(): boolean {
    return this.principals.has(DEFAULT_TOKEN) || this.principals.has(READ_TOKEN);
  }

  constructor(
    private readonly brand: Brand,
    tokens: ReadonlyArray<string | TokenSpec>,
    /** The user of a token without a user name. */
    username: string,
  ) {
    for (const [index, given] of tokens.entries()) {
      const spec = typeof given === "string" ? { token: given } : given;
      checkToken(spec, index);
      this.principals.set(spec.token, {
        username: spec.username ?? username,
        scopes: spec.scopes ?? ["*"],
        restricted: spec.restricted ?? false,
        grants: spec.grants ?? [],
        objects: spec.objects ?? [],
      });
    }
  }

  /** The users, each once, with the permissions of their first token. */
  users(): Principal[] {
    return [
      ...new Map([...this.principals.values()].reverse().map((user) => [user.username, user])).values(),
    ].reverse();
  }

  /** The user of the token in an Authorization header; undefined for a missing or unknown token. */
  identify(authorization: string | undefined): Principal | undefined {
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    return token === undefined ? undefined : this.principals.get(token);
  }

  /** Whether a token belongs to a user of this name. */
  knows(username: string): boolean {
    return [...this.principals.values()].some((principal) => principal.username === username);
  }

  /**
   * Checks that the token allows a request. Routes that accept anonymous requests do not require a scope either.
   * @throws ErrorResponse 401 when it does not.
   */
  authorize(access: Access, principal: Principal | undefined, hasCredentials: boolean): void {
    if (access === "public") return;
    if (principal === undefined) {
      if (access.anonymous === true && !hasCredentials) return;
      throw failure(401, "Invalid Token");
    }
    if (access.anonymous !== true && !this.covers(access, principal)) {
      throw failure(401, "Your OAuth token is not authorized to use this endpoint.");
    }
  }

  /** Whether the token has all required scopes. */
  covers(access: Guard, { scopes }: Principal): boolean {
    return access.scopes.every((scope) => holds(scopes, this.brand.scope(scope)));
  }
}

const GRANTED = /^(instance|image|domain|database|\/.+)$/;

const TOKEN_SHAPE = {
  token: pattern(text(1), /^[\x21-\x7e]+$/, "must be printable ASCII without spaces"),
  username: text(1),
  scopes: list(text(1)),
  restricted: flag(),
  grants: list(text(1)),
  objects: list(
    object({
      kind: pattern(text(1), GRANTED, "Must be instance, image, domain, database, or the path of a collection"),
      id: integer(1),
      permissions: oneOf("read_only", "read_write"),
    }),
  ),
};

/**
 * Validates the specification of a token.
 * @throws Error when it is invalid. The message omits the token, which is a secret.
 */
function checkToken(spec: unknown, index: number): void {
  const problems = new Problems();
  const body = isObject(spec) ? spec : {};
  const where = `tokens[${index}]`;
  requireFields(["token"], body, problems);
  const { objects = [] } = parse(TOKEN_SHAPE, body, problems);
  for (const [at, grant] of objects.entries()) {
    requireFields(["kind", "id", "permissions"], grant, problems, `objects[${at}].`);
  }
  for (const key of Object.keys(body)) if (!(key in TOKEN_SHAPE)) problems.add(key, "is not a known field");
  if (problems.items.length > 0) {
    throw new Error(problems.items.map(({ field = "", reason }) => `${where}.${field}: ${reason}`).join("; "));
  }
}

/** Whether the scopes include the wanted one; read_write includes read_only. */
function holds(scopes: readonly string[], wanted: string): boolean {
  const [group, level] = wanted.split(":");
  return scopes.some((scope) => {
    return scope === "*" || scope === wanted || (level === "read_only" && scope === `${group}:read_write`);
  });
}
