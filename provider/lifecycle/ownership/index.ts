export { intentOf, objectEvidence, once, withCreateLock } from "./once";
export { remindOfDuplicates } from "./duplicates";
export { grade, isExpired, mayNotBeVisibleYet } from "./grade";
export { findInterrupted, findOwnBeforeCreate, pendingRequest, settleAmbiguous } from "./find-own";
export type { Found, Interrupted, Interruption } from "./find-own";
export { generatedName } from "./generated-name";
export {
  claim,
  createdAt,
  createdDate,
  differingInputs,
  isUnclaimed,
  memoryKey,
  parentObject,
  normalizedInputs,
} from "./identity";
export { explainFailedUpdate } from "./name-taken";
export { missingParent, missingParentOfObject, previewAction, previewCreate, ranInOrder } from "./preview-create";
