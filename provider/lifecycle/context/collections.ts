import { readList } from "../../api/paging";
import { fillPath, namesInPath } from "../../definition/definition";
import type { ActionDefinition, Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { objectId } from "../../definition/types";
import { rejectInvalidList } from "./context";
import type { Context, ResourceCall } from "./context";

/** One collection of a resource type. */
export interface Collection {
  /** The path inputs. */
  readonly args: Values;
  /** The parent, if it was found by listing parents. */
  readonly parent?: Values;
}

/** The collection that the inputs name, or all collections if they omit a path input. */
export async function collectionsOf(
  definition: Definition,
  args: Values,
  context: Context,
): Promise<readonly Collection[]> {
  const names = namesInPath(definition.collection);
  const missing = names.find((name) => args[name] === undefined || args[name] === null);
  if (missing === undefined) return [{ args: Object.fromEntries(names.map((name) => [name, args[name]])) }];
  const [before = ""] = definition.collection.split(`/{${missing}}`);
  const path = fillPath(before, args);
  const parents = await context.reads.all(path);
  rejectInvalidList(path, parents, ({ id }) => (objectId.check(id, "id").length > 0 ? "without an ID" : undefined));
  const places: Collection[] = [];
  for (const parent of parents) {
    const below = await collectionsOf(definition, { ...args, [missing]: parent.id }, context);
    places.push(...below.map((place) => ({ parent, ...place })));
  }
  return places;
}

/** The response at the evidence's path; for a list, all pages. */
export async function readEvidence({
  definition,
  args,
  context: { send },
}: ResourceCall<ActionDefinition>): Promise<Values> {
  const { evidence } = definition.action;
  const path = fillPath(evidence.path, args);
  return evidence.isList ? { data: await readList(send, { path }) } : send({ method: "GET", path });
}
