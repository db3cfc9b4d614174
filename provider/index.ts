export { Provider } from "./sdk/provider";
export type { ProviderArgs } from "./sdk/provider";
export * from "./sdk/generated/resources";
export type { Inputs, Outputs } from "./sdk/resource";
export type { DatabaseUpdates } from "./resources/database";
export * from "./sdk/generated/data-sources";
