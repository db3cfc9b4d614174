export { checkResource } from "./check";
export type { CheckResult } from "./check";
export { diffResource } from "./diff";
export type { DiffResult } from "./diff";
export { inspectResource } from "./inspect";
export type { Deviation, Inspection } from "./inspect";
export { callsOf, noteRecorded, trackPersistence } from "./kind-calls";
export { reportUnrecorded } from "./unrecorded";
export type { KindCalls } from "./kind-calls";
