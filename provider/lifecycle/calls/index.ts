export { checkResource } from "./check";
export type { CheckResult } from "./check";
export { diffResource } from "./diff";
export type { DiffResult } from "./diff";
export { handOver, handingOver } from "./hand-over";
export { inspectResource } from "./inspect";
export type { Deviation, Inspection } from "./inspect";
export { callsOf } from "./kind-calls";
