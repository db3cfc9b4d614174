import { execFile } from "node:child_process";
import { NOTHING_IN_STATE } from "../journal/journal";
import type { StackInState } from "../journal/journal";
import { handlersFor } from "../lifecycle/handlers";
import type { Values } from "../definition/values";
import { appliedOf } from "../lifecycle/state";
import { sentence } from "../lifecycle/wording";
import { kinds } from "../resources/registry";
import { fromEngine } from "../shared/boundary";
import { parseExport } from "../shared/exported-state";
import type { ExportedResource } from "../shared/exported-state";
import { openSecrets } from "../shared/state-secrets";
import type { Stack } from "./renamed-stacks";

/** The environment variable that turns the search off. */
const SWITCH = "COMPUTE_PENDING_OPERATIONS";

const MAX_BYTES = 1024 ** 3;
const MAX_MS = 60_000;

/** A run starts this process at most this long after it has written the state. */
const START_MS = 1_000;

interface StackToRead {
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
        if (type !== "creating" || resource.urn !== urn || !isOpen) return [];
        return [{ inputs: valuesOf(resource.inputs), at, ...(isOfRun && { mayBeOlder: true as const }) }];
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
function keysOf({ type, id, outputs, external }: ExportedResource): [string, string | undefined][] {
  const definition = kinds.find(({ kind }) => type.endsWith(`compute:${kind}`) || type === `compute:index:${kind}`);
  if (!definition || id === undefined || external) return [];
  const state = valuesOf(outputs);
  return handlersFor(definition)
    .objectKeys({ id, state })
    .map((key) => [key, appliedOf(state).account?.id]);
}

/** Reads what the state of a stack shows: nothing, with a warning, if it cannot be read. */
export async function readStack(stack: Stack, { project, environment, onProblem }: StackToRead): Promise<StackInState> {
  if (environment[SWITCH] === "off" || environment.COMPUTE_JOURNAL?.trim() === "off") return NOTHING_IN_STATE;
  try {
    return stackInState(await exported(stack, project, environment));
  } catch (error) {
    onProblem(
      `The pending operations of the stack could not be read: ${sentence(error)} If an update was killed on another machine, run ` +
        `\`npx pulumi-compute recover\` first. To stop this warning, set ${SWITCH}=off.`,
    );
    return NOTHING_IN_STATE;
  }
}

/** Runs `pulumi stack export`, which needs no lock and no passphrase. */
function exported(
  { organization, project, stack }: Stack,
  cwd: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const name = organization === "organization" ? stack : `${organization}/${project}/${stack}`;
  const { COMPUTE_TOKEN: _token, ...rest } = environment;
  const env = { ...rest, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const options = { cwd, env, maxBuffer: MAX_BYTES, timeout: MAX_MS };
  return new Promise((resolve, reject) => {
    execFile("pulumi", ["stack", "export", "--stack", name, "--non-interactive"], options, (error, stdout, stderr) => {
      if (error) reject(new Error(stderr.trim() || error.message));
      else resolve(stdout);
    });
  });
}
