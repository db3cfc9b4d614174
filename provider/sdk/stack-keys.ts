import * as pulumi from "@pulumi/pulumi";
import { nearest } from "../lifecycle/wording";
import { isMocked } from "./mocked";

/** What this package reads of the stack's configuration. */
const PREFIX = "compute:";
const KNOWN = ["token", "url", "brand", "defaultTags"];

const warned = new WeakSet<object>();

/** Stands for the run of a process that has no engine. */
const ONLY_RUN = {};

/** Warns once in a run of the program: a mistyped setting would go unnoticed, as if it were not set. */
export function warnOfUnknownKeys(): void {
  if (isMocked()) return;
  const run: object = pulumi.runtime.getMonitor() ?? ONLY_RUN;
  if (warned.has(run)) return;
  warned.add(run);
  const keys = Object.keys(pulumi.runtime.allConfig());
  for (const warning of unknownKeys(keys, pulumi.getProject())) void pulumi.log.warn(warning);
}

/** What is to be said of keys that nobody reads; in a project that is called like this package, they may be the program's own. */
export function unknownKeys(keys: readonly string[], project: string): string[] {
  if (`${project}:` === PREFIX) return [];
  const strange = keys.flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
  return strange
    .filter((key) => !KNOWN.includes(key))
    .map((key) => {
      const [near] = nearest(key, KNOWN);
      const meant = near === undefined ? "" : `; did you mean ${PREFIX}${near}?`;
      return (
        `The stack's configuration has ${PREFIX}${key}, which pulumi-compute does not read${meant || "."} It reads ` +
        `${KNOWN.map((known) => PREFIX + known).join(", ")}. A key of the program's own is called ${project}:${key}.`
      );
    });
}
