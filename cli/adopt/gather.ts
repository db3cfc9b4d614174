import type { Definition } from "../../provider/definition/definition";
import { namesInPath } from "../../provider/definition/path";
import type { Values } from "../../provider/definition/values";
import type { Recorded } from "../../provider/lifecycle/state";
import { fewAtATime } from "../../provider/lifecycle/waiting";
import type { Account } from "../account/account";
import type { Found } from "./found";
import { parentKind } from "./kinds";

/** The objects of some kinds, and those that contain them. */
export interface Gathered {
  readonly roots: readonly Found[];
  /** What is in them. */
  readonly inner: readonly Found[];
}

/** Which of the outer objects are looked into. */
type IsMeant = (root: Found) => boolean;

/**
 * Lists all objects of these kinds, and of those that contain them.
 * @throws Error that says what could not be read: a program without it would look complete
 */
export async function gather(account: Account, kinds: readonly Definition[], isMeant: IsMeant): Promise<Gathered> {
  const outer = [...new Set(kinds.map((kind) => parentKind(kind) ?? kind))];
  const roots = (
    await Promise.all(
      outer.map(async (definition) =>
        (await listed(account, definition, {})).map((one): Found => ({ definition, ...one })),
      ),
    )
  ).flat();
  const innerKinds = kinds.filter((kind) => parentKind(kind) !== undefined);
  const places = innerKinds.flatMap((definition) =>
    roots
      .filter((root) => root.definition === parentKind(definition) && isMeant(root))
      .map((parent) => ({ definition, parent })),
  );
  const inner: Found[][] = [];
  await fewAtATime([...places.entries()], async ([index, { definition, parent }]) => {
    const [name = ""] = namesInPath(definition.collection);
    const objects = await listed(account, definition, { [name]: parent.id });
    inner[index] = objects.map((one): Found => ({ definition, ...one, parent }));
  });
  return { roots, inner: inner.flat() };
}

async function listed(account: Account, definition: Definition, args: Values): Promise<readonly Recorded[]> {
  try {
    return await account.on(definition, (handlers, context) => handlers.list(args, context));
  } catch (error) {
    const where = Object.entries(args).map(([name, value]) => ` of ${name} ${String(value)}`);
    throw new Error(
      `The list of ${definition.noun}s${where.join("")} could not be read, so nothing was written: ${(error as Error).message} ` +
        `To adopt the rest without it, name the other kinds with --kind; this one is ${definition.kind}.`,
      { cause: error },
    );
  }
}
