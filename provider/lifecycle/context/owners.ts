import type { Values } from "../../definition/values";
import {
  appliedOf,
  APPLIED,
  UnfinishedError,
  argsOf,
  collectionPath,
  isProvisional,
  locate,
  parentPath,
  problemWithId,
} from "../state";
import type { Context, ResourceCall } from "./context";
import { ApiError, CloudError } from "../../api/errors";
import type { Address } from "../../api/api-url";
import { setBy } from "../../api/settings";
import { recordsOf } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import { endingAt } from "./context";
import type { ResourceAccount, Recorded } from "../state";
import { capitalize } from "../wording";

/** A resource of the program, and its state if it has one. */
interface ProgramResource {
  /** Undefined for a resource that is not in the program. */
  readonly urn?: string | undefined;
  readonly state?: Values;
}

/**
 * Notes that the resource manages these remote resources, so that a delete from a stale entry in state keeps them. The other provider processes
 * of the run must know it, too: each provider has its own.
 */
export function announceManaged(
  { memory, journal, accountId }: Context,
  { urn, state = {} }: ProgramResource,
  ...keys: readonly string[]
): void {
  for (const key of keys) memory.objects.noteKnown(key);
  if (urn !== undefined) memory.program.noteManaged(urn, keys);
  journal.noteOwner({ urn, keys, account: appliedOf(state).account?.id ?? accountId() });
}

/** Key of the contents with which a run creates a parent from an existing source: the records of a transferred or cloned zone. */
export function contentsKey(parent: string): string {
  return `contents of ${parent}`;
}

/** Whether no resource of the state, of any provider of the run, is this remote resource, and this run has not deleted it. */
export function isFree({ memory, journal, accountId }: Context, key: string): boolean {
  return memory.objects.isFree(key) && journal.ownersOf(key, accountId()).length === 0;
}

/** Those of the remote resources that are free in the run, and that the state does not show either, as far as it can be read. */
export async function unmanaged<One>(
  context: Context,
  all: readonly One[],
  keyOf: (one: One) => string,
): Promise<readonly One[]> {
  const free = all.filter((one) => isFree(context, keyOf(one)));
  if (free.length === 0) return [];
  const isRecorded = await context.journal.recorded(context.accountId());
  return free.filter((one) => !isRecorded(keyOf(one)));
}

/** Warns at the end of the run about a remote resource that nothing seems to manage, if that has proved right by then. */
export function adviseAtEnd(context: Context, key: string, advice: string): void {
  context.memory.adviseAtEnd(key, () => {
    const isRight = isFree(context, key);
    if (isRight) context.warn(advice);
    return isRight;
  });
}

/** The URN of another resource of the program that manages the remote resource now. A delete must then keep it. */
export function holderOf(
  { memory, journal, accountId }: Context,
  key: string,
  { urn: own, state = {} }: ProgramResource = {},
): string | undefined {
  const elsewhere = () => journal.ownersOf(key, appliedOf(state).account?.id ?? accountId());
  return memory.program.managerOf(key, own) ?? elsewhere().find(({ urn }) => urn !== undefined && urn !== own)?.urn;
}

/** A resource type, and the account that the settings lead to. */
type KindInAccount = Pick<ResourceCall, "definition" | "context">;

/** The state with the account that the resource is in. A state without hidden outputs belongs to a `.get`. */
export function withAccount(state: Values, context: Context, before: Values = {}): Values {
  if (state[APPLIED] === undefined) return state;
  const account = currentAccount(context, appliedOf(before).account?.id);
  return { ...state, [APPLIED]: { ...appliedOf(state), account } };
}

/**
 * Works on a recorded resource, and rejects whatever that concludes if the resource is in another account, where the same ID belongs to
 * something else or to nothing. Nothing is written before the account is known, if the service shows it.
 * @throws CloudError if the settings lead to another account than the one that the state shows
 */
export async function inAccount<T>(
  { definition, context }: KindInAccount,
  recorded: Recorded,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const check = (): Promise<void> => rejectOtherAccount({ definition, context }, recorded);
  const send: Context["send"] = async (request) => {
    const { method, deadlineMs = Infinity } = request;
    if (method !== "GET") {
      await rejectOtherAccount({ definition, context: endingAt(deadlineMs, context) }, recorded, true);
    }
    return context.send(request);
  };
  await check();
  try {
    const result = await work({ ...context, send });
    await check();
    return result;
  } catch (error) {
    if (!(error instanceof UnfinishedError)) await check();
    throw error;
  }
}

/**
 * To be called before the resource is compared.
 * @param isWrite whether to ask the service for the account if no response has shown it yet; otherwise only if the address differs
 * @throws CloudError if the settings lead to another account than the one that the state shows
 */
export async function rejectOtherAccount(
  { definition, context }: KindInAccount,
  recorded: Recorded,
  isWrite = false,
): Promise<void> {
  const { account } = appliedOf(recorded.state);
  if (account === undefined || context.problem !== undefined) return;
  const isAtSameUrl = account.url === currentAccount(context).url;
  if (account.id !== undefined && context.accountId() === undefined && (isWrite || !isAtSameUrl)) {
    await context.memory.accounts.load("", () => askForAccount(definition, recorded, context));
  }
  // With another brand, every path would be missing.
  if (isInAccount(recorded.state, context) !== true || account.brand !== context.address.brand)
    throw inAnotherAccount(definition, recorded, {
      account,
      current: currentAccount(context),
      from: context.address.from,
    });
}

/** Whether the state shows the account of the context; undefined if that is unknown: only account IDs tell two accounts apart. */
export function isInAccount(state: Values, context: Context): boolean | undefined {
  const { account } = appliedOf(state);
  const current = currentAccount(context);
  if (account?.id !== undefined && current.id !== undefined) return account.id === current.id;
  const { movedFrom } = context.address;
  const isAtSameUrl = account?.url === current.url || (movedFrom !== undefined && account?.url === movedFrom);
  return isAtSameUrl && account?.brand === current.brand ? true : undefined;
}

function currentAccount({ accountId, address: { brand, url } }: Context, idBefore?: string): ResourceAccount {
  const id = accountId() ?? idBefore;
  return { brand, url: new URL(url).origin, ...(id === undefined ? {} : { id }) };
}

async function askForAccount(definition: Definition, { id, state }: Recorded, context: Context): Promise<void> {
  const args = argsOf(state);
  if (recordsOf(definition)) await showAccount(parentPath(definition, args), context);
  else if (isProvisional({ id })) await showAccount(collectionPath(definition, args), context);
  else if (problemWithId(definition, id) === undefined) await showAccount(locate(definition, id).path, context);
}

/**
 * Any response of the API shows the account, also one that the resource does not exist.
 * @throws CloudError if there is none, because the account is then unknown
 */
export async function showAccount(path: string, { send, signal }: Context): Promise<void> {
  try {
    await send({ method: "GET", path, signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

interface Accounts {
  readonly account: ResourceAccount;
  readonly current: ResourceAccount;
  readonly from: Address["from"];
}

function inAnotherAccount({ noun }: Definition, { id }: Recorded, { account, current, from }: Accounts): CloudError {
  const areShown = account.id !== undefined && current.id !== undefined;
  const mayHaveMoved = account.url !== current.url && !areShown;
  const variable = `COMPUTE_MOVED_FROM=${account.url}`;
  const moved = mayHaveMoved
    ? ` If the account is the same at a new URL, run \`pulumi up\`, then \`pulumi refresh\`, both with ${variable}.`
    : "";
  const areOther = { url: account.url !== current.url, brand: account.brand !== current.brand, token: areShown };
  const names = (["url", "brand", "token"] as const).filter((name) => areOther[name]);
  const wrong = names.map((name) => setBy(name, from)).join(", ");
  return new CloudError(
    `${capitalize(noun)} ${id} is in ${describeAccount(account)}, but the settings lead to ${describeAccount(current)}. Nothing was changed. ` +
      `Correct ${wrong}.${moved}`,
  );
}

function describeAccount({ brand, url, id }: ResourceAccount): string {
  return `${id === undefined ? "the account" : `account ${id}`} at ${url} (brand ${brand})`;
}
