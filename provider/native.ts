import { NativeProvider } from "./sdk/native";

// The same names as in index.ts, with the same inputs and outputs, for the native plugin. See docs/guide/native-plugin.md. Their types and
// descriptions are in native-declarations.ts.
export * from "./sdk/generated/native";
export * from "./sdk/generated/values";
export { Zone } from "./sdk/native-zone";

/** A separate account for some resources and data sources. */
export const Provider = NativeProvider;
export type Provider = NativeProvider;
