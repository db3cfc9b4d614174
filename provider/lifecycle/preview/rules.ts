import { isAction, lostBy, recordsOf } from "../../definition/definition";
import type { ActionDefinition, Definition, SetDefinition } from "../../definition/definition";
import { soundPart } from "../../definition/check-values";
import type { Failure } from "../../definition/types";
import { partsOfPath } from "../../definition/values";
import type { Values } from "../../definition/values";
import { missingSubjects } from "../action";
import { missingReferences, ownReferences, previewLimits, unusableParent, validateRemotely } from "../catalogue";
import type { ResourceCall } from "../context";
import {
  declaredTwice,
  listBefore,
  overlapsOf,
  parentObject,
  previewMove,
  previewRename,
  remindOfDuplicates,
} from "../identity";
import { previewImport } from "../object";
import { overlapsOfSet, previewSet, previewSetImport } from "../record-set";
import { collectionPath, optionsOf } from "../state";
import type { Recorded } from "../state";
import type { Said } from "../wording";
import { previewAction, previewCreate } from "./existing";

/** A resource as a preview looks at it. */
export interface Previewed<Kind extends Definition = Definition> extends ResourceCall<Kind> {
  /** The inputs before; empty for a new resource. */
  readonly olds: Values;
  /** What is wrong with the inputs so far. */
  readonly failures: readonly Failure[];
  /** Of an existing resource. */
  readonly recorded?: Recorded;
}

/**
 * - `checked`: the inputs of any resource
 * - `imported`: the preview of an import
 * - `created`: the preview of a create
 * - `new`: a resource that is not in state, also in an update
 * - `updated`: the update of an existing resource
 * - `kept`: any existing resource
 */
export type Moment = "checked" | "imported" | "created" | "new" | "updated" | "kept";

type KindOfResource = "object" | "action" | "set";

interface PreviewRule {
  readonly name: string;
  readonly at: Moment;
  /** `inputs`: no failure so far. `service`: also no problem that any request would meet. */
  readonly needs: "nothing" | "inputs" | "service";
  /** By kind of resource. */
  readonly says: {
    object?(previewed: Previewed): Said | Promise<Said>;
    action?(previewed: Previewed<ActionDefinition>): Said | Promise<Said>;
    set?(previewed: Previewed<SetDefinition>): Said | Promise<Said>;
  };
}

/** All that a preview refuses or warns of, beyond the inputs and changes themselves, in the order in which it is said. */
const RULES: readonly PreviewRule[] = [
  {
    name: "two resources of the program have one unique name",
    at: "checked",
    needs: "nothing",
    says: every((previewed) => declaredTwice(previewed, previewed.olds)),
  },
  {
    name: "resources of the program conflict",
    at: "checked",
    needs: "inputs",
    says: { object: (previewed) => overlapsOf(previewed), set: overlapsOfSet },
  },
  { name: "the catalogues lack a value", at: "checked", needs: "nothing", says: every(inCatalogues) },
  {
    name: "the import will fail",
    at: "imported",
    needs: "service",
    says: {
      ...every(async (previewed) => refusal(await previewImport(previewed))),
      set: async (previewed) => refusal(await previewSetImport(previewed)),
    },
  },
  {
    name: "what the inputs name does not exist, or nothing can be created in it",
    at: "created",
    needs: "service",
    says: {
      object: async (previewed) => [
        ...(await unusableParent(previewed, {
          list: () => listBefore(previewed, previewLimits(previewed.context)),
          parent: () => parentObject(previewed),
        })),
        ...(await missingReferences(previewed, ownReferences(previewed))),
      ],
      action: missingSubjects,
      set: (previewed) =>
        unusableParent(previewed, {
          list: () => previewed.context.reads.all(collectionPath(previewed.definition, previewed.args)),
          parent: () => parentObject(previewed),
        }),
    },
  },
  { name: "the replacement loses data", at: "new", needs: "inputs", says: every(lossOfReplacement) },
  { name: "the plan of a set", at: "new", needs: "service", says: { set: (one) => previewSet(one, undefined) } },
  {
    name: "something exists, or an interrupted update may have created it",
    at: "created",
    needs: "service",
    says: { object: previewCreate, action: previewAction },
  },
  {
    name: "another resource has the new name",
    at: "updated",
    needs: "service",
    says: { object: ofExisting(previewRename) },
  },
  {
    name: "something is in the new place",
    at: "updated",
    needs: "service",
    says: { object: ofExisting((previewed, { state }) => previewMove(previewed, state)) },
  },
  {
    name: "the plan of the set's update",
    at: "updated",
    needs: "service",
    says: { set: ofExisting((previewed, { state }) => previewSet(previewed, state)) },
  },
  {
    name: "an identical object exists, which the create did not adopt",
    at: "kept",
    needs: "nothing",
    says: {
      object: ofExisting(async ({ definition, context }, { state }) => {
        await remindOfDuplicates(definition, state, context);
        return [];
      }),
    },
  },
];

function sortOf(definition: Definition): KindOfResource {
  return recordsOf(definition) ? "set" : isAction(definition) ? "action" : "object";
}

function every(says: (previewed: Previewed) => Said | Promise<Said>): PreviewRule["says"] {
  return { object: says, action: says, set: says };
}

function ofExisting<Kind extends Definition>(
  says: (previewed: Previewed<Kind>, recorded: Recorded) => Said | Promise<Said>,
) {
  return (previewed: Previewed<Kind>) => (previewed.recorded ? says(previewed, previewed.recorded) : []);
}

function refusal(reason: string | undefined): Said {
  return reason === undefined ? [] : [{ path: "", reason }];
}

/** Checks against the API whatever has passed the checks before. */
async function inCatalogues({ definition, args, context, olds, failures }: Previewed): Promise<Said> {
  if (context.problem !== undefined) return [];
  const wrong = inputsNamedIn(failures);
  const sound = Object.entries(args).flatMap(([name, value]): [string, unknown][] => {
    const type = definition.args[name]?.type;
    const part = wrong.has(name) ? type && soundPart(type, value) : value;
    return part === undefined ? [] : [[name, part]];
  });
  const call = { definition, args: Object.fromEntries(sound), context };
  return validateRemotely(call, olds, failures.length === 0);
}

export function inputsNamedIn(failures: readonly Failure[]): ReadonlySet<string> {
  return new Set(failures.flatMap(({ path }) => partsOfPath(path)[0] ?? []));
}

/** What the replacement loses whose new half this is, as far as its options are known. */
function lossOfReplacement({ definition, args, context }: Previewed): Said {
  const replaced = context.memory.program.replaced(optionsOf(args).urn);
  if (!replaced) return [];
  const lost = lostBy(definition, { deletes: replaced.retains !== true, creates: args });
  if (lost === undefined) return [];
  const mayStay = definition.loses?.deleted !== undefined && replaced.retains !== true && optionsOf(args).retains;
  const unless = mayStay ? ", unless `retainOnDelete` was set before this update" : "";
  return [`Replacing this ${definition.noun} loses ${lost}${unless}.`];
}

/** Warns of what the rules for these moments say, and returns what they refuse. */
export async function applyRules(moments: readonly Moment[], previewed: Previewed) {
  const { definition, context } = previewed;
  const failures = [...previewed.failures];
  let { problem } = context;
  for (const { at, needs, says } of RULES) {
    if (!moments.includes(at)) continue;
    if (needs !== "nothing" && failures.length > 0) continue;
    if (needs === "service" && problem !== undefined) continue;
    for (const one of (await says[sortOf(definition)]?.({ ...previewed, failures } as never)) ?? []) {
      if (typeof one === "string") context.warn(one);
      else if ("problem" in one) problem ??= one.problem;
      else failures.push(one);
    }
  }
  return { failures, problem };
}
