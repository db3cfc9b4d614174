import type { Definition } from "../../provider/definition/definition";
import { namesInPath } from "../../provider/definition/path";
import type { Values } from "../../provider/definition/values";
import type { Recorded } from "../../provider/lifecycle/state";
import { forEachConcurrently } from "../../provider/lifecycle/waiting";
import { sentence } from "../../provider/lifecycle/wording";
import type { Account } from "../account/account";
import { plural } from "../plural";
import type { Found } from "./found";
import { parentKind } from "./kinds";

/** Existing resources: roots, and those inside them. */
export interface Gathered {
  readonly roots: readonly Found[];
  /** Only in matching roots. */
  readonly inner: readonly Found[];
}

/** Whether to list the resources inside this root. */
type IsMeant = (root: Found) => boolean;

/**
 * Lists all resources of these types and of their parent types.
 * @throws Error that names the list that could not be read: without that list, the program would only look complete
 */
export async function gather(account: Account, kinds: readonly Definition[], isMeant: IsMeant): Promise<Gathered> {
  const outer = [...new Set(kinds.map((kind) => parentKind(kind) ?? kind))];
  const lists = await Promise.allSettled(outer.map((definition) => listed(account, definition, {})));
  const isAnyRead = lists.some(({ status }) => status === "fulfilled");
  const roots = lists.flatMap((list, index) => {
    const definition = outer[index];
    if (list.status === "rejected") throw isAnyRead ? withWayAround(list.reason) : list.reason;
    return definition ? list.value.map((one): Found => ({ definition, ...one })) : [];
  });
  const innerKinds = kinds.filter((kind) => parentKind(kind) !== undefined);
  const places = innerKinds.flatMap((definition) =>
    roots
      .filter((root) => root.definition === parentKind(definition) && isMeant(root))
      .map((parent) => ({ definition, parent })),
  );
  const inner: Found[][] = [];
  await forEachConcurrently([...places.entries()], async ([index, { definition, parent }]) => {
    const [name = ""] = namesInPath(definition.collection);
    const objects = await listed(account, definition, { [name]: parent.id }).catch((error: unknown) => {
      throw withWayAround(error);
    });
    inner[index] = objects.map((one): Found => ({ definition, ...one, parent }));
  });
  return { roots, inner: inner.flat() };
}

class UnreadListError extends Error {
  constructor(
    readonly definition: Definition,
    where: string,
    override readonly cause: Error,
  ) {
    super(`Could not list ${plural(definition.noun)}${where}, so nothing was written: ${sentence(cause)}`);
  }
}

async function listed(account: Account, definition: Definition, args: Values): Promise<readonly Recorded[]> {
  try {
    return await account.on(definition, (handlers, context) => handlers.list(args, context));
  } catch (error) {
    const where = Object.entries(args).map(([name, value]) => ` of ${name} ${String(value)}`);
    throw new UnreadListError(definition, where.join(""), error as Error);
  }
}

/** Adds to the error about an unreadable list how to exclude its resource type. */
function withWayAround(error: unknown): unknown {
  if (!(error instanceof UnreadListError)) return error;
  const { kind } = error.definition;
  return new Error(`${error.message} To adopt the rest, list all kinds but ${kind} with --kind.`, {
    cause: error,
  });
}
