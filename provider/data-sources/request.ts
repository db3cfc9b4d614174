import { readPage } from "../api/paging";
import { mismatchedId } from "../api/reads";
import { apiUrlProblem } from "../api/api-url";
import { neutralInputs } from "../api/wire";
import type { Request, Send } from "../api/client";
import { ApiError, CloudError, isNotOffered, joinReasons } from "../api/errors";
import { fillPath, rootOf } from "../definition/definition";
import type { Failure } from "../definition/types";
import type { Values } from "../definition/values";
import { filterFor, matches, mayMiss } from "./filters";
import { ofCollection } from "./generic";
import { onlyMatch } from "./known-by";
import { sentence, unknownArgument } from "../lifecycle/wording";
import { narrowed, readNarrowed } from "./narrowed";
import { argumentsOf, idName } from "./rule";
import type { DataSourceRule, DataSourceCall, DataSourceContext } from "./rule";
import { whileActive } from "./while-active";

/**
 * Checks the inputs.
 * @returns those that are set
 * @throws CloudError that lists everything that is wrong with them
 */
export function checked(rule: DataSourceRule, given: Values): Values {
  const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  const known = argumentsOf(rule);
  const unknown = Object.keys(args).filter((name) => !known.some((one) => one.name === name));
  const problems = [
    ...unknown.map((path) => ({
      path,
      reason: unknownArgument(
        path,
        rule.name,
        known.map(({ name }) => name),
      ),
    })),
    ...known.flatMap(({ name, type, isRequired }) => {
      if (args[name] !== undefined) return type.check(args[name], name);
      return isRequired ? [{ path: name, reason: "is required" }] : [];
    }),
    ...wrongChoice(rule, args),
  ];
  if (problems.length === 0) return args;
  throw new CloudError(`${rule.name}: ${joinReasons(problems.map(({ path, reason }) => `${path}: ${reason}`))}`);
}

/** Exactly one of the ID and its alternative must be set. */
function wrongChoice(rule: DataSourceRule, args: Values): Failure[] {
  const { knownBy } = rule;
  if (!knownBy) return [];
  const id = idName(rule);
  const { name } = knownBy;
  if (args[id] === undefined && args[name] === undefined) {
    return [{ path: id, reason: `is required unless ${name} is given` }];
  }
  return args[id] !== undefined && args[name] !== undefined
    ? [{ path: name, reason: `cannot be combined with ${id}; give only one` }]
    : [];
}

/**
 * Calls the API, with checked inputs.
 * @throws CloudError with what failed and what to do; an ID that does not exist is an error, never an empty result
 */
export async function ask(question: DataSourceCall, around: DataSourceContext): Promise<Values> {
  if (!question.rule.isGeneric) return askOwn(question, around);
  const { call, around: inside, resultOf } = ofCollection(question, around);
  return resultOf(await askOwn(call, inside));
}

async function askOwn(question: DataSourceCall, around: DataSourceContext): Promise<Values> {
  const { rule } = question;
  const { send, address } = around;
  const args = argumentsFor(question, address.brand);
  const { knownBy, list } = rule;
  const isPublic = rule.scope === undefined;
  const read = async (): Promise<Values> => {
    if (knownBy && args[knownBy.name] !== undefined) return onlyMatch(question, knownBy, send);
    const request = { path: fillPath(rule.path, args, rule.ids), isPublic };
    if (!list) return send({ ...request, method: "GET", rejectReason: unrequested(rule, args) });
    const matching = async (filter?: Values): Promise<readonly Values[]> =>
      (await readNarrowed(send, request, filter)).filter((live) => matches(list.by, args, live));
    const found = await matching(filterFor(list.by, args));
    return { [list.as]: found.length === 0 && mayMiss(list.by, args) ? await matching() : found };
  };
  try {
    return rule.whileActive === undefined
      ? await read()
      : await whileActive(
          read,
          { path: fillPath(rule.whileActive, args, rule.ids), name: `${rule.noun} ${String(Object.values(args)[0])}` },
          around,
        );
  } catch (error) {
    throw await explainedError(error, question, around);
  }
}

/** The inputs as requests have them: of any collection as they are. */
function argumentsFor({ rule, args }: DataSourceCall, brand: string): Values {
  return rule.isGeneric ? args : neutralInputs(args, brand);
}

/**
 * One page of a list, with the items that match the filters.
 * @throws CloudError as `ask` does
 */
export async function askPage(
  asked: DataSourceCall,
  { page, size }: { readonly page: number; readonly size: number },
  outside: DataSourceContext,
): Promise<{ readonly items: readonly Values[]; readonly isLast: boolean }> {
  const { call: question, around } = asked.rule.isGeneric
    ? ofCollection(asked, outside)
    : { call: asked, around: outside };
  const { path, ids, list: { by } = { by: {} } } = question.rule;
  const args = argumentsFor(question, around.address.brand);
  const filter = mayMiss(by, args) ? undefined : filterFor(by, args);
  const request = { path: fillPath(path, args, ids), query: { page_size: size } };
  try {
    const { items, pages } = await narrowed((one) => readPage(around.send, one, page), request, filter);
    return { items: items.filter((live) => matches(by, args, live)), isLast: page >= pages };
  } catch (error) {
    throw await explainedError(error, question, around);
  }
}

/** Why a response is not about the resource whose ID the path ends with, if it ends with one. */
function unrequested({ path }: DataSourceRule, args: Values): Request["rejectReason"] {
  const last = /\{(\w+)\}$/.exec(path)?.[1];
  return last === undefined ? undefined : (response) => mismatchedId(String(args[last]), response);
}

async function explainedError(
  error: unknown,
  { rule, args }: DataSourceCall,
  around: DataSourceContext,
): Promise<unknown> {
  if (!(error instanceof CloudError)) return error;
  const failed = (why: string): CloudError => new CloudError(`${rule.name}: ${why}`);
  const { beyondDocuments, ids, scope } = rule;
  const isById = ids && Object.keys(ids).every((name) => args[name] !== undefined);
  if (isNotOffered(error)) {
    const path = isById ? fillPath(rule.path, args, ids) : rootOf(rule.path);
    const problem = await apiUrlProblem(around, path);
    if (problem !== undefined) return failed(problem);
    if (beyondDocuments && (await exists(around.send, beyondDocuments.owner, args))) {
      return failed(`The API does not offer this (${error.message}). ${beyondDocuments.instead}`);
    }
    if (error.status === 405 || !isById) return failed(`The API does not offer this (${error.message}).`);
    return failed(
      `No ${rule.noun} with ${idsIn(rule, args)} is visible to this token (${error.message}). Check the ID and the ` +
        "provider's account.",
    );
  }
  const isRefused = error instanceof ApiError && [401, 403].includes(error.status);
  if (!isRefused || scope === undefined) return failed(error.message);
  return failed(`${sentence(error)} Use a token with the scope ${scope}; a restricted user also needs a read grant.`);
}

/** Whether the owner exists; true if there is none. */
async function exists(send: Send, owner: string | undefined, args: Values): Promise<boolean> {
  if (owner === undefined) return true;
  try {
    await send({ method: "GET", path: fillPath(owner, args) });
    return true;
  } catch (error) {
    if (isNotOffered(error)) return false;
    throw error;
  }
}

function idsIn(rule: DataSourceRule, args: Values): string {
  return Object.keys(rule.ids ?? {})
    .map((name) => `${name} ${String(args[name])}`)
    .join(" and ");
}
