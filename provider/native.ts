import { Domain, DomainRecord } from "./sdk/generated/native";
import { NativeProvider } from "./sdk/native";
import { Zone as DynamicZone } from "./sdk/resources/zone";

// The same names as in index.ts, with the same inputs and outputs, for the native plugin. See docs/guide/native-plugin.md. Their types and
// descriptions are in native-declarations.ts.
export * from "./sdk/generated/native";
export * from "./sdk/generated/values";

/** A separate account for some resources and data sources. */
export const Provider = NativeProvider;
export type Provider = NativeProvider;

/** A domain with its records declared inline, as in the package's main entry. */
export class Zone extends DynamicZone {
  /** @internal */
  protected override get classes() {
    return { Domain, DomainRecord };
  }
}
