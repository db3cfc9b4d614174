import type { Values } from "../../provider/definition/values";
import { OPTIONS, optionsOf } from "../../provider/lifecycle/state";
import { fromEngine, PROVIDER_KEY, toEngine } from "../../provider/shared/boundary";
import { loaderText } from "../../provider/shared/loader";
import type { LoadedResource } from "../../provider/shared/loader";
import { unmarked } from "./unmarked";

/** The resource of these values, of which the first with a URN counts. */
export function resourceOf(kind: string, ...values: readonly Values[]): LoadedResource {
  const { urn, organization } = values.map(optionsOf).find((options) => options.urn !== undefined) ?? {};
  return { kind, ...(urn !== undefined && { urn }), ...(organization !== undefined && { organization }) };
}

/** The inputs or outputs of a dynamic resource as the engine stores them: its URN and organization are in the loader text. */
export function asStored(resource: LoadedResource, values: Values): Values {
  const { urn: _, organization: __, ...options } = optionsOf(values);
  const { [OPTIONS]: ___, ...own } = values;
  const kept = Object.keys(options).length > 0 ? { ...own, [OPTIONS]: options } : own;
  return { ...toEngine(kept), [PROVIDER_KEY]: loaderText(resource) };
}

/** The inputs or outputs that the provider of this resource has returned, as the lifecycle has them. */
export function asReceived(resource: LoadedResource | undefined, values: Values): Values {
  const own = fromEngine(unmarked(values) as Values);
  if (resource?.urn === undefined) return own;
  const { kind: _, ...names } = resource;
  return { ...own, [OPTIONS]: { ...optionsOf(own), ...names } };
}
