import { ApiError } from "../../provider/api/errors";
import type { Definition } from "../../provider/definition/definition";
import { namesInPath } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { forEachConcurrently } from "../../provider/lifecycle/waiting";
import { sentence } from "../../provider/lifecycle/wording";
import { apiObject } from "../../provider/resources/api-object";
import type { OpenAccount } from "../account/account";
import { whyUnavailable } from "../account/forbidden";
import type { FoundResource } from "./found";
import { parentKind } from "./kinds";
import type { Wish } from "./options";
import { UsageError } from "../terminal/command";

/** Existing resources: roots, and those inside them. */
export interface Gathered {
  readonly roots: readonly FoundResource[];
  /** Only in matching roots. */
  readonly inner: readonly FoundResource[];
  readonly unavailable: readonly UnavailableList[];
}

/** A list that the token may not read, or that the service does not have, and the status of the response. */
interface UnavailableList {
  readonly list: UnreadListError;
  readonly why: "forbidden" | "unknown";
  readonly status: number;
}

/** Whether to list the resources inside this root. */
type IsMeant = (root: FoundResource) => boolean;

/**
 * Lists all resources of these types and of their parent types, except in lists that the token may not read or the service does not have.
 * @throws Error that names another list that could not be read: without it, the program would only look complete
 */
export async function gather(
  account: OpenAccount,
  { kinds, collections }: Pick<Wish, "kinds" | "collections">,
  isMeant: IsMeant,
): Promise<Gathered> {
  const outer = [...new Set(kinds.map((kind) => parentKind(kind) ?? kind))].map((definition) => ({
    definition,
    args: {},
  }));
  const generic = collections.map((collection) => ({ definition: apiObject, args: { collection } }));
  await Promise.all(generic.map(({ args }) => rejectOwnKind(account, args)));
  const lists = await Promise.all([...outer, ...generic].map((list) => listed(account, list)));
  const named = lists.slice(outer.length);
  const isAnyRead = lists.some((list) => !(list instanceof UnreadListError));
  const unavailable: UnavailableList[] = [];
  const read = (list: List): readonly FoundResource[] => {
    if (!(list instanceof UnreadListError)) return list;
    if (!isAnyRead || named.includes(list)) throw list;
    const { cause } = list;
    const why = whyUnavailable(list.definition, cause);
    if (why === undefined || !(cause instanceof ApiError)) throw withWayAround(list);
    unavailable.push({ list, why, status: cause.status });
    return [];
  };
  const roots = lists.flatMap(read);
  const innerKinds = kinds.filter((kind) => parentKind(kind) !== undefined);
  const places = innerKinds.flatMap((definition) =>
    roots
      .filter((root) => root.definition === parentKind(definition) && isMeant(root))
      .map((parent) => ({ definition, parent })),
  );
  const inner: (readonly FoundResource[])[] = [];
  await forEachConcurrently([...places.entries()], async ([index, { definition, parent }]) => {
    const [name = ""] = namesInPath(definition.collection);
    const list = await listed(account, { definition, args: { [name]: parent.id } });
    inner[index] = read(list).map((one): FoundResource => ({ ...one, parent }));
  });
  return { roots, inner: inner.flat(), unavailable };
}

/** @throws UsageError for a collection whose objects are resources of another type */
async function rejectOwnKind(account: OpenAccount, args: { readonly collection: string }): Promise<void> {
  const { failures } = await account.on(apiObject, (handlers, context) =>
    handlers.check({}, { ...args, body: {} }, context),
  );
  for (const { reason } of failures) throw new UsageError(`--collection ${args.collection} ${reason}.`);
}

/** The resources in a list, or why it could not be read. */
type List = readonly FoundResource[] | UnreadListError;

class UnreadListError extends Error {
  constructor(
    readonly definition: Definition,
    where: string,
    override readonly cause: Error,
  ) {
    super(`Could not list ${definition.noun}s${where}, so nothing was written: ${sentence(cause)}`);
  }
}

async function listed(
  account: OpenAccount,
  { definition, args }: Pick<FoundResource, "definition"> & { readonly args: Values },
): Promise<List> {
  try {
    const all = await account.on(definition, (handlers, context) => handlers.list(args, context));
    return all.map((one): FoundResource => ({ definition, ...one }));
  } catch (error) {
    const where = Object.entries(args).map(([name, value]) => ` of ${name} ${String(value)}`);
    return new UnreadListError(definition, where.join(""), error as Error);
  }
}

/** Adds to the error about an unreadable list how to exclude its resource type. */
export function withWayAround(error: UnreadListError): Error {
  return new Error(`${error.message} To adopt the rest, add --exclude-kind ${error.definition.kind}.`, {
    cause: error,
  });
}
