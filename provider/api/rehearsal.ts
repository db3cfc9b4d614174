import { digestOf } from "../definition/digest";
import { ConfigurationError } from "./errors";

/** An account as far as requests are concerned. */
interface Account {
  readonly url: string;
  readonly brand: string;
  readonly token: string | undefined;
}

/** Where requests go, and with which token. */
export type Destination = Pick<Account, "url" | "token">;

type Copies = Readonly<Record<string, Destination | undefined>>;

/** Names an account without its token, which a process could otherwise read from the environment of another one. */
function keyOf({ url, brand, token = "" }: Account): string {
  return digestOf([url, brand, token]);
}

/** The environment of a rehearsal, in which the requests to each account go to the emulator that has its copy. */
export function rehearsalEnvironment(copies: ReadonlyMap<Account, Destination>): NodeJS.ProcessEnv {
  const destinations = [...copies].map(([account, destination]) => [keyOf(account), destination]);
  return { COMPUTE_REHEARSAL: JSON.stringify(Object.fromEntries(destinations)) };
}

function copiesIn({ COMPUTE_REHEARSAL: copies }: NodeJS.ProcessEnv): Copies | undefined {
  return copies === undefined ? undefined : (JSON.parse(copies) as Copies);
}

/** In a rehearsal, the settings that lead to the copy of an account instead. */
export function rehearsed<T extends Account>(settings: T, environment: NodeJS.ProcessEnv = process.env): T {
  return { ...settings, ...copiesIn(environment)?.[keyOf(settings)] };
}

/**
 * Where the requests to an account go. All of them pass here, so that a rehearsal cannot reach an account.
 * @throws ConfigurationError in a rehearsal that has no copy of the account
 */
export function destinationOf(account: Account, environment: NodeJS.ProcessEnv = process.env): Destination {
  const copies = copiesIn(environment);
  const destination = copies ? copies[keyOf(account)] : account;
  if (destination) return destination;
  throw new ConfigurationError(withoutCopy(account.url));
}

/** Why an account gets no request. */
export function withoutCopy(url: string): string {
  return (
    `This is a rehearsal without a copy of the account${url && ` at ${url}`}: no resource in state uses it with this token. Nothing was ` +
    "sent. Rehearse again once a resource does, or set COMPUTE_TOKEN and COMPUTE_URL to the account's."
  );
}
