import { readFileSync } from "node:fs";
import type { Values } from "../../provider/definition/values";
import { UsageError } from "../terminal/command";
import { UnfitExportError } from "../../provider/shared/exported-state";
import { pulumiIn } from "./pulumi";
import type { PulumiCli } from "./pulumi";
import { stackStateOf } from "./stack-state";
import type { StackProvider, StackState } from "./stack-state";

/** Which states to read. */
export interface StateSources {
  /** The stacks' project directory. */
  readonly directory: string;
  readonly stacks: readonly string[];
  /** Whether to read all stacks of the backend. */
  readonly all: boolean;
  /** Files with the output of `pulumi stack export`; `-` reads stdin. */
  readonly stateFiles: readonly string[];
}

export const STANDARD_INPUT = "-";

/**
 * Validates the values of `--stack`.
 * @throws UsageError for an empty name, for which Pulumi would use the selected stack
 */
export function stackNames(given: readonly string[]): readonly string[] {
  if (given.some((name) => name.trim() === ""))
    throw new UsageError("--stack: the name is empty. Is the variable set?");
  return given;
}

/**
 * Reads the states that the options select; by default, that of the directory's selected stack.
 * @throws UsageError for a duplicate stack, whose resources would be counted twice
 */
export async function readStates(sources: StateSources): Promise<readonly StackState[]> {
  const states = await readAll(sources);
  const names = states.map(({ stack }) => stack);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new UsageError(`Duplicate stack ${twice}. Pass each stack once.`);
  return states;
}

/** Stacks of a backend. */
interface BackendStacks {
  readonly states: readonly StackState[];
  /** Those that could not be read, and why. */
  readonly unread: readonly string[];
}

/** Reads all stacks of the backend, without decrypting their secrets: that would need the passphrase or key of each. */
export async function readBackend(pulumi: PulumiCli): Promise<BackendStacks> {
  const states: StackState[] = [];
  const unread: string[] = [];
  const failed = (what: string) => (error: unknown) => {
    unread.push(`${what}: ${(error as Error).message}`);
    return [];
  };
  for (const name of await pulumi.stacks().catch(failed("all other stacks"))) {
    const read = async () => [stackStateIn(await pulumi.exportStack(name, { showsSecrets: false }), name)];
    states.push(...(await read().catch(failed(name))));
  }
  return { states, unread };
}

async function readAll({ directory, stacks, all, stateFiles }: StateSources): Promise<readonly StackState[]> {
  if (stateFiles.length > 0) return stateFiles.map(readStateFile);
  const pulumi = pulumiIn(directory, ", or use --state FILE with an exported state");
  const names = all ? await pulumi.stacks() : stacks.length > 0 ? stacks : [undefined];
  const states: StackState[] = [];
  // Sequential, because each export decrypts all secrets of a stack and keeps its text in memory.
  for (const name of names) states.push(stackStateIn(await pulumi.exportStack(name), name ?? "the selected stack"));
  // The providers recorded in the state determine the accounts. If no stack has resources, the stack config does.
  if (all || states.some(({ resources }) => resources.length > 0)) return states;
  const configs = await Promise.all(names.map((name) => pulumi.config(name)));
  return states.map((state, index) => ({ ...state, configured: providerFrom(configs[index] ?? {}) }));
}

/** The stack's default provider, as the next `pulumi up` would configure it. */
export function providerFrom(values: Values): StackProvider {
  return { name: "default", inputs: { values, secretNames: new Set(), secrets: [] } };
}

function readStateFile(file: string): StackState {
  return stackStateIn(textOf(file), file);
}

/** The text of the file that an option names, or of stdin. */
export function textOf(file: string, option = "--state"): string {
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file, "utf8");
  } catch (error) {
    throw new Error(`${option}: cannot read ${file}: ${(error as Error).message}.`, { cause: error });
  }
}

/** The state in the output of `pulumi stack export`, with an error that names the stack or file if it is anything else. */
export function stackStateIn(text: string, source: string): StackState {
  try {
    return stackStateOf(text, source);
  } catch (error) {
    if (!(error instanceof UnfitExportError)) throw error;
    throw new Error(
      `Cannot read the state of ${source}: ${error.message}. Use the output of \`pulumi stack export\`.`,
      { cause: error },
    );
  }
}
