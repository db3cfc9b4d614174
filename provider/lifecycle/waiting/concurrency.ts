/** Requests of one resource that are under way together: enough to hide the way there and back, and no flood. */
const AT_ONCE = 6;

/**
 * Works on the items in their order, a few at a time, while it is to go on and nothing has failed. It ends when nothing is under
 * way any more, be it with the first error.
 * @returns what was not begun.
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
