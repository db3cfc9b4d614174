import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { CONTAINERS_FOLDER } from "./image";

/** The parts of a service that the tests use. */
interface ComposeService {
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}

interface Compose {
  readonly services: { readonly emulator: ComposeService; readonly deploy: ComposeService };
}

export function readContainerFile(name: string): unknown {
  return parse(readFileSync(path.join(CONTAINERS_FOLDER, name), "utf8"));
}

export const readCompose = (): Compose => readContainerFile("compose.yaml") as Compose;
