import { capitalize, messageOf, sentence } from "../lifecycle/wording";
import * as pulumi from "@pulumi/pulumi";
import { liveState, unchangedOutputs, APPLIED, OPTIONS } from "../lifecycle/state";
import { NotFoundError } from "../api/errors";
import type { Settings } from "../api/settings";
import { secretOutputs } from "../definition/definition";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { UNKNOWN } from "../definition/values";
import { withoutSecrets } from "../shared/shown";
import { innerOf } from "./inner-output";
import type { Inner } from "./inner-output";
import { readLiveObject } from "./live-objects";
import { isMocked } from "./mocked";
import { settingsForDataSource } from "./provider";
import { secretsInOptions } from "./transforms";

/** A resource as the SDK's own code sees it. */
type Registered = Readonly<Record<string, Inner>> & {
  readonly id: Inner<string>;
  /** The provider that is registered with the engine. */
  readonly __prov?: pulumi.ProviderResource;
};

/**
 * At preview, the engine knows only the ID and the inputs of a resource that updates in place, and shows an update of everything that
 * uses another output. Here, such an output gets its live value if the update cannot affect it. A request is sent only if the program
 * uses the output.
 */
export function showStableOutputs(
  definition: Definition,
  resource: pulumi.CustomResource,
  opts: pulumi.CustomResourceOptions,
) {
  if (!definition.outputs.movedBy || opts.id !== undefined || !pulumi.runtime.isDryRun() || isMocked()) return;
  const inner = { ...(resource as unknown as Registered) };
  const ofKind = secretOutputs(definition);
  const isSecret = (name: string): boolean =>
    ofKind.includes(name) || (secretsInOptions(resource, opts.additionalSecretOutputs ?? [])?.includes(name) ?? true);
  let asked: Promise<Values> | undefined;
  for (const name of Object.keys(definition.outputs.movedBy)) {
    const output = inner[name];
    if (!output) continue;
    let staying: pulumi.Output<unknown> | undefined;
    const show = (): pulumi.Output<unknown> =>
      output.apply(async (value) => {
        if (!pulumi.isUnknown(value)) return value;
        asked ??= whatStays(definition, inner, resource);
        const live = (await asked)[name];
        if (live === undefined) return pulumi.unknown;
        return isSecret(name) ? pulumi.secret(live) : live;
      }, true);
    Object.defineProperty(resource, name, {
      enumerable: true,
      configurable: true,
      get: () => (staying ??= show()),
      set: (other: pulumi.Output<unknown>) => void (staying = other),
    });
  }
}

/** At preview, an import looks like a create to the engine, but its ID is known: what belongs to the resource can be read and compared. */
export function showImportedId(resource: pulumi.CustomResource, importId: pulumi.ID | undefined): void {
  if (importId === undefined || !pulumi.runtime.isDryRun() || isMocked()) return;
  const { id } = resource as unknown as Registered;
  const shown = id.apply((value) => Promise.resolve(pulumi.isUnknown(value) ? importId : value), true);
  Object.assign(resource, { id: shown });
}

/** The outputs that stay the same. Empty if that cannot be determined: preview then shows less, but nothing wrong. */
async function whatStays(definition: Definition, inner: Registered, resource: pulumi.Resource): Promise<Values> {
  // This output is only in state, so if it is known, the resource does not change, and its unknown outputs have no value.
  if (await inner[APPLIED]?.isKnown) return {};
  const id = await known(inner.id);
  if (id === undefined) return {};
  let settings: Settings | undefined;
  try {
    settings = await settingsOf(inner);
    if (settings?.token === undefined) return {};
    const live = await readLiveObject({ definition, id }, settings);
    return unchangedOutputs(definition, liveState(definition, live, {}), await argumentsOf(definition, inner));
  } catch (error) {
    const why = withoutSecrets(messageOf(error), [settings?.token]);
    if (error instanceof NotFoundError) {
      const remedy = "If it no longer exists, run `pulumi up --refresh` to recreate it.";
      void pulumi.log.warn(
        `${capitalize(definition.noun)} ${id} cannot be updated: ${sentence(why)} ${remedy}`,
        resource,
      );
      return {};
    }
    void pulumi.log.debug(
      `Could not read the outputs of ${definition.noun} ${id} that this update does not change: ${why}`,
    );
    return {};
  }
}

/** The inputs that the update would get: after `check`, `ignoreChanges` and transformations. */
async function argumentsOf(definition: Definition, inner: Registered): Promise<Values> {
  const names = [...Object.keys(definition.args), OPTIONS];
  const values = await Promise.all(names.map(async (name) => inner[name]?.promise(true)));
  return Object.fromEntries(
    names.map((name, index) => [name, pulumi.containsUnknowns(values[index]) ? UNKNOWN : values[index]]),
  );
}

/** The settings of the resource's own provider; undefined if they are not known yet, or if the provider is not one of ours. */
async function settingsOf({ __prov: provider }: Registered): Promise<Settings | undefined> {
  if (provider && !("computeSettings" in provider)) return undefined;
  return known(innerOf(settingsForDataSource(provider ? { provider } : {})));
}

async function known<T>(output: Inner<T>): Promise<T | undefined> {
  return (await output.isKnown) ? output.promise() : undefined;
}
