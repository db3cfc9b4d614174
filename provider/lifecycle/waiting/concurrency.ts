/** How many requests of one resource run at once: enough to hide the latency without flooding the service. */
const AT_ONCE = 6;

/**
 * Works on the items in order, a few at a time, as long as `goesOn` allows and nothing fails. Resolves, or rejects with
 * the first error, when all work has ended.
 * @returns the items that were not started.
 */
export async function fewAtATime<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  goesOn: () => boolean = () => true,
): Promise<readonly T[]> {
  let next = 0;
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (next < items.length && errors.length === 0 && goesOn()) {
      await work(items[next++] as T).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (errors.length > 0) throw errors[0];
  return items.slice(next);
}
