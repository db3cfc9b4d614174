import type * as pulumi from "@pulumi/pulumi";

/** The part of the SDK's internal data that matters here; it is not public, so it may be missing. */
interface Store {
  /** Present as soon as the program has registered a callback with the engine: a transform, or a hook. */
  readonly callbacks?: unknown;
}

interface WithStores {
  readonly asyncLocalStorage?: { getStore(): Store | undefined };
  readonly globalStore?: Store;
}

interface Transformable {
  readonly __transformations?: readonly unknown[];
}

const transformations = new WeakMap<object, readonly unknown[]>();
/** The `additionalSecretOutputs` of each resource after its transformations. */
const secretsLeft = new WeakMap<object, readonly string[]>();

/**
 * Records the options of a class's resources after all transformations, which the SDK keeps nowhere. The SDK runs what is in
 * `__transformations` of the new resource; here, that list ends with a transformation that changes nothing.
 */
export function observeTransformations({ prototype }: { readonly prototype: object }): void {
  Object.defineProperty(prototype, "__transformations", {
    configurable: true,
    get(this: object) {
      const list = transformations.get(this) ?? [];
      // Once the options are recorded, only children read the list, and they must not inherit the additional transformation.
      return list.length === 0 || secretsLeft.has(this) ? list : [...list, noteSecrets];
    },
    set(this: object, list: readonly unknown[]) {
      transformations.set(this, list);
    },
  });
}

const noteSecrets: pulumi.ResourceTransformation = ({ resource, opts }) => {
  secretsLeft.set(resource, (opts as pulumi.CustomResourceOptions).additionalSecretOutputs ?? []);
  return undefined;
};

/**
 * The outputs that the options of a resource make secret.
 * @param own those in the options that it was constructed with
 * @returns undefined if that is unknown: only the engine knows what a transform may have added
 */
export function secretsInOptions(resource: object, own: readonly string[]): readonly string[] | undefined {
  if (hasCallbacks()) return undefined;
  const { __transformations: list = [] } = resource as Transformable;
  return list.length === 0 ? own : secretsLeft.get(resource);
}

function hasCallbacks(): boolean {
  const { asyncLocalStorage, globalStore } = globalThis as WithStores;
  return (asyncLocalStorage?.getStore() ?? globalStore)?.callbacks !== undefined;
}
