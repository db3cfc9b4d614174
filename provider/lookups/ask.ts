import { aboutAnother } from "../api/about";
import type { Request, Send } from "../api/client";
import { ApiError, CloudError, isNotOffered } from "../api/errors";
import { readList } from "../api/paging";
import type { Values } from "../definition";
import { filterFor, matches } from "./filters";
import { argumentsOf, pathWith } from "./rule";
import type { LookupRule, Surroundings } from "./rule";
import { whileActive } from "./while-active";

/**
 * The arguments as they are asked with: without what is not given.
 * @throws CloudError that names everything that is wrong with them.
 */
export function checked(rule: LookupRule, given: Values): Values {
  const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  const known = argumentsOf(rule);
  const strange = Object.keys(args).filter((name) => !known.some((one) => one.name === name));
  const problems = [
    ...strange.map((path) => ({ path, reason: `is not an argument of ${rule.name}` })),
    ...known.flatMap(({ name, type, isRequired }) => {
      if (args[name] !== undefined) return type.check(args[name], name);
      return isRequired ? [{ path: name, reason: "is required" }] : [];
    }),
  ];
  if (problems.length === 0) return args;
  throw new CloudError(`${rule.name}: ${problems.map(({ path, reason }) => `${path}: ${reason}`).join("; ")}`);
}

/**
 * Asks the service, with arguments that are checked.
 * @throws CloudError that says what failed and what to do; what the ids do not lead to is an error, never empty.
 */
export async function ask(rule: LookupRule, args: Values, around: Surroundings): Promise<Values> {
  const { send } = around;
  const request = { path: pathWith(rule.path, args), isPublic: rule.scope === undefined };
  const read = (): Promise<Values> =>
    rule.list
      ? list(rule, rule.list, args, send, request)
      : send({ ...request, method: "GET", misfit: notAskedFor(rule, args) });
  try {
    return rule.whileActive === undefined
      ? await read()
      : await whileActive(
          read,
          pathWith(rule.whileActive, args),
          `${rule.noun} ${String(Object.values(args)[0])}`,
          around,
        );
  } catch (error) {
    throw await explained(rule, args, error, send);
  }
}

/** Why an answer is not about the object that the path ends with, where it does. */
function notAskedFor({ path }: LookupRule, args: Values): Request["misfit"] {
  const last = /\{(\w+)\}$/.exec(path)?.[1];
  return last === undefined ? undefined : (answer) => aboutAnother(String(args[last]), answer);
}

async function list(
  rule: LookupRule,
  { as, by }: NonNullable<LookupRule["list"]>,
  args: Values,
  send: Send,
  request: Omit<Request, "method">,
): Promise<Values> {
  const filter = filterFor(by, args);
  const items = filter
    ? await readList(send, { ...request, filter }).catch((error: unknown) => {
        if (isFilterRefused(error)) return readList(send, request);
        throw error;
      })
    : await readList(send, request);
  return { [as]: items.filter((live) => matches(by, args, live)) };
}

/** The service does not filter by this after all: then it is for us to do. */
function isFilterRefused(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status === 400 && error.reasons.some(({ property }) => property === "X-Filter")
  );
}

async function explained(rule: LookupRule, args: Values, error: unknown, send: Send): Promise<unknown> {
  if (!(error instanceof CloudError)) return error;
  const failed = (why: string): CloudError => new CloudError(`${rule.name}: ${why}`);
  const { beyondDocuments, ids, scope } = rule;
  if (isNotOffered(error)) {
    const ownerExists = beyondDocuments && (await exists(send, pathWith(beyondDocuments.owner, args)));
    if (beyondDocuments && ownerExists) {
      return failed(`the service does not offer this (${error.message}). ${beyondDocuments.instead}`);
    }
    if (error.status === 405 || !ids) return failed(`the service does not offer this (${error.message}).`);
    return failed(
      `there is no ${rule.noun} with ${idsIn(rule, args)} that this token may see (${error.message}). ` +
        "Check the id, and that the provider's account is the right one.",
    );
  }
  const isRefused = error instanceof ApiError && [401, 403].includes(error.status);
  if (!isRefused || scope === undefined) return failed(error.message);
  return failed(`${error.message}. This needs the scope ${scope} and, of a restricted user, a grant to read it.`);
}

async function exists(send: Send, path: string): Promise<boolean> {
  try {
    await send({ method: "GET", path });
    return true;
  } catch (error) {
    if (isNotOffered(error)) return false;
    throw error;
  }
}

function idsIn(rule: LookupRule, args: Values): string {
  return Object.keys(rule.ids ?? {})
    .map((name) => `${name} ${String(args[name])}`)
    .join(" and ");
}
