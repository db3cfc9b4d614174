import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { backendFolder } from "../../provider/plugin/backend";
import { runPulumi } from "../../provider/plugin/pulumi-command";
import type { PulumiCommand } from "../../provider/plugin/pulumi-command";
import { errorsIn, PREVIEW } from "./preview";

/** The Pulumi CLI, run in a project directory. */
export interface PulumiCli {
  /** Output of `pulumi stack export` for a stack, by default the selected one, with secrets in plain text by default. */
  exportStack(stack: string | undefined, options?: { readonly showsSecrets: boolean }): Promise<string>;
  /** Output of `pulumi preview --json` for a stack, by default the selected one, with unchanged resources and all steps, without secrets. */
  preview(stack: string | undefined): Promise<string>;
  /** Replaces the state of a stack, by default the selected one. */
  importStack(stack: string | undefined, text: string): Promise<void>;
  /** Config of a stack, by default the selected one, with secrets in plain text. */
  config(stack: string | undefined): Promise<Readonly<Record<string, string>>>;
  /** Names of all stacks in the backend, of all projects. */
  stacks(): Promise<readonly string[]>;
  /**
   * Whether a command is updating the stack, or was killed while it did. Known only for a backend of files.
   * @param stack `organization/project/stack`
   */
  isLocked(stack: string): Promise<boolean>;
}

/** Runs a command of the Pulumi CLI and returns what it printed. A preview in JSON has its errors in stdout. */
export function pulumi(args: readonly string[], command: Omit<PulumiCommand, "reasonIn">): Promise<string> {
  return runPulumi(args, { ...command, reasonIn: errorsIn });
}

/** @param otherwise what the user can do without the CLI */
export function pulumiIn(directory: string, otherwise = ""): PulumiCli {
  const run = (...args: readonly string[]): Promise<string> => runWith(undefined, ...args);
  const runWith = (input: string | undefined, ...args: readonly string[]): Promise<string> =>
    pulumi(args, { directory, otherwise, input });
  return {
    exportStack: (stack, { showsSecrets } = { showsSecrets: true }) =>
      run(
        "stack",
        "export",
        ...(showsSecrets ? ["--show-secrets"] : []),
        ...(stack === undefined ? [] : ["--stack", stack]),
      ),
    preview: (stack) => run(...PREVIEW, ...(stack === undefined ? [] : ["--stack", stack])),
    importStack: async (stack, text) => {
      await runWith(text, "stack", "import", ...(stack === undefined ? [] : ["--stack", stack]));
    },
    config: async (stack) => {
      const text = await run("config", "--json", "--show-secrets", ...(stack === undefined ? [] : ["--stack", stack]));
      const values = JSON.parse(text) as Readonly<Record<string, { readonly value?: string }>>;
      return Object.fromEntries(
        Object.entries(values).flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value]])),
      );
    },
    stacks: async () => {
      const listed = JSON.parse(await run("stack", "ls", "--all", "--json")) as readonly { readonly name: string }[];
      return listed.map(({ name }) => name);
    },
    isLocked: async (stack) => {
      const { url = "" } = JSON.parse(await run("whoami", "--json")) as { readonly url?: string };
      const folder = backendFolder(url, directory);
      if (folder === undefined) return false;
      const locks = path.join(folder, ".pulumi", "locks", stack);
      return existsSync(locks) && readdirSync(locks).length > 0;
    },
  };
}
