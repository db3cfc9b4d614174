// The declarations of `pulumi-compute/native`, whose code is in native.ts: classes and functions have the types of those for dynamic
// resources, and thereby their descriptions in an editor.
export * from "./index";
export * from "./sdk/generated/values";
export { Provider, Zone } from "./native";
// In index.ts, it is only a type.
export { DomainRecordType } from "./sdk/generated/values";
