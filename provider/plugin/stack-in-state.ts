import type { StackInState } from "../journal/intent";
import { handlersFor } from "../lifecycle/handlers";
import type { Values } from "../definition/values";
import { DEFAULT_ORGANIZATION, appliedOf } from "../lifecycle/state";
import { sentence } from "../lifecycle/wording";
import { managedAs } from "../resources/registry";
import { fromEngine } from "../shared/boundary";
import { isManaged, parseExport } from "../shared/exported-state";
import type { ExportedResource } from "../shared/exported-state";
import { openSecrets } from "../shared/state-secrets";
import { runPulumi } from "./pulumi-command";
import type { Stack } from "./journal-place";

/** The environment variable that turns the search off. */
const SWITCH = "COMPUTE_PENDING_OPERATIONS";

const MAX_MS = 60_000;

/** A run starts this process at most this long after it has written the state. */
const START_MS = 1_000;

export interface StackToRead {
  /** The project's directory. */
  readonly project: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly onProblem: (message: string) => void;
}

/**
 * What the state of a stack shows. The engine keeps the operations that were in progress when an update was killed, and passes them to no
 * provider. To be read when the first new resource is checked: nothing that this process creates is among them by then.
 * @param text the output of `pulumi stack export`
 * @param startedAt when this process started, in milliseconds since 1970
 */
export function stackInState(text: string, startedAt = performance.timeOrigin): StackInState {
  const { resources, pendingOperations, writtenAt: at = startedAt } = parseExport(text);
  // Before this process started, its run may have created resources of other packages.
  const isOfRun = at > startedAt - START_MS;
  let managed: Map<string, string | undefined> | undefined;
  return {
    pendingCreates(urn) {
      const recorded = resources.find((one) => one.urn === urn && one.delete !== true);
      return pendingOperations.flatMap(({ type, resource }) => {
        // The new resource of a replacement has the date of the old one. With another date, a later update has created what the state has.
        const isOpen = recorded?.created === undefined || recorded.created === resource.created;
        const isUpdate = type === "updating";
        if (resource.urn !== urn || !(isUpdate || (type === "creating" && isOpen))) return [];
        return [{ inputs: valuesOf(resource.inputs), isUpdate, at, ...(isOfRun && { mayBeOlder: true as const }) }];
      });
    },
    manages(key, account) {
      managed ??= new Map(resources.flatMap(keysOf));
      if (!managed.has(key)) return false;
      const owner = managed.get(key);
      return owner === undefined || account === undefined || owner === account;
    },
  };
}

function valuesOf(marked: Values = {}): Values {
  return fromEngine(openSecrets(marked).values);
}

/** The keys of what a resource manages, each with the ID of its account. */
function keysOf(resource: ExportedResource): [string, string | undefined][] {
  const definition = managedAs(resource.type);
  if (!definition || !isManaged(resource)) return [];
  const state = valuesOf(resource.outputs);
  return handlersFor(definition)
    .objectKeys({ id: resource.id, state })
    .map((key) => [key, appliedOf(state).account?.id]);
}

/** Reads what the state of a stack shows; undefined if it is not to be read, or, with a warning, if it cannot be. */
export async function readStack(
  stack: Stack,
  { project, environment, onProblem }: StackToRead,
): Promise<StackInState | undefined> {
  if (environment[SWITCH] === "off" || environment.COMPUTE_JOURNAL?.trim() === "off") return undefined;
  const { organization } = stack;
  // It needs no lock and no passphrase.
  const exported = (asked: string): Promise<string> =>
    runPulumi(["stack", "export", "--stack", asked], { directory: project, timeoutMs: MAX_MS });
  try {
    const text = await exported(`${organization}/${stack.project}/${stack.stack}`).catch((error: unknown) => {
      // The name alone is of the user's default organization, but of the project in this directory, which may be another one.
      if (organization === DEFAULT_ORGANIZATION) return exported(stack.stack);
      throw error;
    });
    return stackInState(text);
  } catch (error) {
    onProblem(
      `The pending operations of the stack could not be read: ${sentence(error)} If an update was killed on another machine, run ` +
        `\`npx pulumi-compute recover\` first. To stop this warning, set ${SWITCH}=off.`,
    );
    return undefined;
  }
}
