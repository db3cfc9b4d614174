import { loadOnce } from "../api/once";

/** What the lookups of each run have found out: the process of an inline program may see several runs. */
const runs = new WeakMap<object, Map<string, Promise<object>>>();

/** Stands for the run of a process that has no engine. */
const ONLY_RUN = {};

/**
 * The answer that this run has under the key already, or is waiting for; otherwise that of `load`. One that fails is forgotten.
 * Everybody gets a copy of their own, which they may change.
 */
export async function answerInRun<T extends object>(
  run: object = ONLY_RUN,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const answers = runs.get(run) ?? new Map<string, Promise<object>>();
  runs.set(run, answers);
  return structuredClone((await loadOnce(answers, key, load)) as T);
}
