import type { ActionDefinition } from "../../definition/action";
import type { Values } from "../../definition/values";
import { asRead, listEverywhere } from "../object";
import type { Context, Place } from "../context";
import type { Recorded } from "../state";
import { readTrace } from "./trace";

/** All objects that such actions have created, whoever asked for them; none if the action creates none. */
export function listAction(definition: ActionDefinition, args: Values, context: Context): Promise<readonly Recorded[]> {
  const { makes } = definition.action;
  if (makes === undefined) return Promise.resolve([]);
  const listIn = async ({ args, parent }: Place): Promise<readonly Recorded[]> => {
    if (parent && makes.noneWhile?.includes(String(parent.status))) return [];
    const objects = makes.objects(await readTrace({ definition, args, context }));
    return asRead(definition, { args, objects }, context);
  };
  return listEverywhere(definition, args, { context, listIn });
}
