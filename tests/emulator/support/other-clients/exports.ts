import * as client from "@linode/api-v4";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The client's index of exports by file. */
const FOLDER = path.dirname(require.resolve("@linode/api-v4"));

/** Parts of the client that cover our resources. */
const PARTS = ["linodes", "images", "databases", "domains", "regions", "account", "profile", "stackscripts"];

/** Everything that the client exports. */
export const EXPORTED: ReadonlySet<string> = new Set(Object.keys(client));

/** The files of those parts, for example `linodes/disks`. */
export const FILES: readonly string[] = PARTS.flatMap((part) =>
  readdirSync(path.join(FOLDER, part))
    .map((name) => /^([\w-]+)\.d\.ts$/.exec(name)?.[1])
    .filter((name) => name !== undefined)
    .map((name) => `${part}/${name}`),
);

/** The functions that a file exports. */
export function functionsOf(file: string): string[] {
  const declarations = readFileSync(path.join(FOLDER, `${file}.d.ts`), "utf8");
  return [...declarations.matchAll(/^export declare (?:const|function) (\w+)/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => typeof Reflect.get(client, name) === "function");
}
