import * as pulumi from "@pulumi/pulumi";
import { isMocked } from "./mocked";

/** Stands for the run of a process without an engine. */
const ONLY_RUN = {};

/** Returns a function that is true once for each key in a preview or update, and never in a unit test with mocks. */
export function oncePerRun(): (key: string) => boolean {
  const runs = new WeakMap<object, Set<string>>();
  return (key) => {
    if (isMocked()) return false;
    const run: object = pulumi.runtime.getMonitor() ?? ONLY_RUN;
    const seen = runs.get(run) ?? new Set();
    runs.set(run, seen);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
