/** What the SDK keeps of a run, as far as it matters here: no public interface, so that it may not be there. */
interface Store {
  /** There as soon as something of the program is called back by the engine, a transform among others. */
  readonly callbacks?: unknown;
}

interface WithStores {
  readonly asyncLocalStorage?: { getStore(): Store | undefined };
  readonly globalStore?: Store;
}

/**
 * Whether somebody may have given the resource other options than its own, such as more secret outputs: a transformation, whose
 * options nobody sees afterwards, or a transform, which works in the engine.
 */
export function mayBeTransformed(resource: { readonly __transformations?: readonly unknown[] }): boolean {
  const { asyncLocalStorage, globalStore } = globalThis as WithStores;
  const store = asyncLocalStorage?.getStore() ?? globalStore;
  return store?.callbacks !== undefined || (resource.__transformations ?? []).length > 0;
}
