import { createHash } from "node:crypto";
import { ConfigurationError } from "./errors";
import type { Settings } from "./settings";

/** An account as far as requests are concerned. */
type Account = Pick<Settings, "url" | "brand" | "token">;

/** Where requests go, and with which token. */
export type Destination = Pick<Settings, "url" | "token">;

/** Names an account without its token, which a process could otherwise read from the environment of another one. */
function keyOf({ url, brand, token = "" }: Account): string {
  return createHash("sha256")
    .update(JSON.stringify([url, brand, token]))
    .digest("hex");
}

/** The environment of a rehearsal, in which the requests to each account go to the emulator that has its copy. */
export function rehearsalEnvironment(copies: ReadonlyMap<Account, Destination>): NodeJS.ProcessEnv {
  const destinations = [...copies].map(([account, destination]) => [keyOf(account), destination]);
  return { COMPUTE_REHEARSAL: JSON.stringify(Object.fromEntries(destinations)) };
}

/** Packages whose resources exist only in the state. */
const LOCAL = /^(pulumi|random|tls|time):/;

/** Whether resources of this type exist nowhere but in the state. */
export function isOnlyInState(type: string): boolean {
  return LOCAL.test(type);
}

/** The environment of an update in which other packages' resources are rejected, except these: `type::name`. */
export function environmentWithoutOthers(unchanged: readonly string[]): NodeJS.ProcessEnv {
  return { COMPUTE_REHEARSAL_OTHERS: JSON.stringify(unchanged) };
}

/** The other packages' resources that a rehearsal may have; undefined outside its update. */
export function permittedOthers({
  COMPUTE_REHEARSAL_OTHERS: unchanged,
}: NodeJS.ProcessEnv): ReadonlySet<string> | undefined {
  return unchanged === undefined ? undefined : new Set(JSON.parse(unchanged) as readonly string[]);
}

/**
 * Where the requests to an account go. All of them pass here, so that a rehearsal cannot reach an account.
 * @throws ConfigurationError in a rehearsal that has no copy of the account
 */
export function destinationOf(
  account: Account,
  { COMPUTE_REHEARSAL: copies }: NodeJS.ProcessEnv = process.env,
): Destination {
  if (copies === undefined) return account;
  const { [keyOf(account)]: copy } = JSON.parse(copies) as Readonly<Record<string, Destination | undefined>>;
  if (copy) return copy;
  throw new ConfigurationError(
    `This is a rehearsal without a copy of the account at ${account.url}: no resource in state uses it with this token. Nothing was ` +
      "sent. Rehearse again once a resource does, or set COMPUTE_TOKEN and COMPUTE_URL to the account's.",
  );
}
