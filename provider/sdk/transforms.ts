/** The part of the SDK's data about a run that matters here; it is not public, so it may be missing. */
interface Store {
  /** Present as soon as the program has registered a callback with the engine, such as a transform. */
  readonly callbacks?: unknown;
}

interface WithStores {
  readonly asyncLocalStorage?: { getStore(): Store | undefined };
  readonly globalStore?: Store;
}

/**
 * Whether the resource may have been given other options than its own, such as more secret outputs: by a transformation, whose
 * options cannot be seen afterwards, or by a transform, which runs through the engine.
 */
export function mayBeTransformed(resource: { readonly __transformations?: readonly unknown[] }): boolean {
  const { asyncLocalStorage, globalStore } = globalThis as WithStores;
  const store = asyncLocalStorage?.getStore() ?? globalStore;
  return store?.callbacks !== undefined || (resource.__transformations ?? []).length > 0;
}
