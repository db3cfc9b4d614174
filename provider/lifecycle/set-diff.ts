import type { SetDefinition } from "../collection-set";
import type { Values } from "../definition";
import { hasUnknown } from "../unknown";
import { diff } from "./diff";
import type { Difference } from "./diff";
import { declaredIn } from "./set-members";
import { parentOf } from "./set-state";

/** What must change; neither the order of the members nor their spelling is a difference. Pure and offline. */
export function diffSet(definition: SetDefinition, state: Values, args: Values): Difference {
  const { set } = definition;
  const parent = parentOf(state);
  const alike = (values: Values): Values =>
    Array.isArray(values[set.members]) && !hasUnknown(values[set.members])
      ? {
          ...values,
          [set.members]: declaredIn(set, values, parent)
            .map(({ key }) => key)
            .sort(),
        }
      : values;
  return diff(definition, alike(state), alike(args));
}
