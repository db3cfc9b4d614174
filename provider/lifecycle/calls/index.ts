export { checkResource } from "./check";
export type { CheckResult } from "./check";
export { diffResource } from "./diff";
export type { DiffResult } from "./diff";
export { handOver, handingOver } from "./hand-over";
export { callsOf } from "./kind-calls";
