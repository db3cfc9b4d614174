import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { CONTAINERS_FOLDER } from "./image";

/** The parts of a service that the tests use. */
export interface ComposeService {
  readonly image: string;
  readonly build?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly entrypoint?: readonly string[];
  readonly command: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}

export interface Compose {
  readonly services: { readonly emulator: ComposeService; readonly deploy: ComposeService };
  readonly volumes: Readonly<Record<string, unknown>>;
}

export function readContainerFile(name: string): unknown {
  return parse(readFileSync(path.join(CONTAINERS_FOLDER, name), "utf8"));
}

export const readCompose = (): Compose => readContainerFile("compose.yaml") as Compose;

/**
 * The environment of a service, with the variables filled in.
 * @throws Error like Compose, for a required variable that is missing
 */
export function environmentOf({ environment }: ComposeService, variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const fill = (text: string): string =>
    text.replace(/\$\{(\w+):\?([^}]*)\}/g, (_, name: string, message: string) => {
      const value = variables[name];
      if (!value) throw new Error(`required variable ${name} is missing a value: ${message}`);
      return value;
    });
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, fill(text)]));
}
