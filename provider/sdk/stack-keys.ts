import * as pulumi from "@pulumi/pulumi";
import { nearest } from "../lifecycle/wording";
import { oncePerRun } from "./once-per-run";

/** The keys of the stack config that this package reads. */
const PREFIX = "compute:";
const KNOWN = ["token", "url", "brand", "allowHttp", "previewDrift", "showCost", "defaultTags", "moveFrom"];

const isFirst = oncePerRun();

/** Warns once per preview or update about unknown keys, because a mistyped setting would go unnoticed. */
export function warnOfUnknownKeys(): void {
  if (!isFirst("")) return;
  const keys = Object.keys(pulumi.runtime.allConfig());
  for (const warning of unknownKeys(keys, pulumi.getProject())) void pulumi.log.warn(warning);
}

/** Warnings about keys that nothing reads; none in a project whose name is the prefix, where they may be the program's own. */
export function unknownKeys(keys: readonly string[], project: string): string[] {
  if (`${project}:` === PREFIX) return [];
  const strange = keys.flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
  return strange
    .filter((key) => !KNOWN.includes(key))
    .map((key) => {
      const [near] = nearest(key, KNOWN);
      const meant = near === undefined ? "." : `; did you mean ${PREFIX}${near}?`;
      return (
        `Unknown key ${PREFIX}${key} in stack config${meant} Valid keys: ` +
        `${KNOWN.map((known) => PREFIX + known).join(", ")}. For a setting of the program itself, use ${project}:${key}.`
      );
    });
}
