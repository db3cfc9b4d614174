import { LoadCache } from "../../api/reads";

/** The results of data sources by run: the process of an inline program may have several runs. */
const runs = new WeakMap<object, LoadCache<object>>();

/** Stands for the run of a process without an engine. */
const ONLY_RUN = {};

/**
 * The result that this run already has for the key, or is waiting for; otherwise that of `load`. A failure is not kept. Every caller
 * gets its own copy, which it may change.
 */
export async function resultInRun<T extends object>(
  run: object = ONLY_RUN,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const answers = runs.get(run) ?? new LoadCache<object>();
  runs.set(run, answers);
  return structuredClone((await answers.load(key, load)) as T);
}
