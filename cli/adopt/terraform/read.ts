import { readFileSync } from "node:fs";
import { STANDARD_INPUT } from "../../state/sources";
import { relate } from "./former";
import type { TerraformState } from "./former";
import { UnfitTerraformStateError, parseTerraformState } from "./state";

export interface TerraformFiles {
  /** A state, or the output of `terraform show -json`; `-` reads stdin. */
  readonly namesFrom: string | undefined;
  /** A JSON object with names by address. */
  readonly names: string | undefined;
}

/** @throws Error that names the file, if it cannot be read or is not what it should be */
export function readTerraform({ namesFrom, names }: TerraformFiles): TerraformState | undefined {
  if (namesFrom === undefined) return undefined;
  const chosen = names === undefined ? new Map<string, string>() : readNames(names);
  const text = textOf("--names-from", namesFrom);
  try {
    return relate(parseTerraformState(text), chosen);
  } catch (error) {
    if (!(error instanceof UnfitTerraformStateError)) throw error;
    throw new Error(
      `--names-from: cannot use ${namesFrom}: ${error.message}. Use the output of \`terraform state pull\` or ` +
        "`terraform show -json`.",
      { cause: error },
    );
  }
}

function readNames(file: string): Map<string, string> {
  const names = parsed(textOf("--names", file));
  const entries = typeof names === "object" && names !== null && !Array.isArray(names) ? Object.entries(names) : [];
  const isName = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === "string" && entry[1] !== "";
  if (entries.length > 0 && entries.every(isName)) return new Map(entries);
  throw new Error(
    `--names: cannot use ${file}: it is not a JSON object with names by address, such as {"linode_instance.web[0]": "web"}.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(option: string, file: string): string {
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file, "utf8");
  } catch (error) {
    throw new Error(`${option}: cannot read ${file}: ${(error as Error).message}.`, { cause: error });
  }
}
