export { intentOf, objectEvidence, once, withCreateLock } from "./once";
export { grade, isExpired, mayNotBeVisibleYet } from "./grade";
export { findInterrupted, findOwnBeforeCreate, pendingRequest, settleAmbiguous } from "./find-own";
export type { FoundBeforeCreate, Interrupted, Interruption } from "./find-own";
export { previewAction, previewCreate, ranInOrder } from "./preview-create";
