export { noteIntent, objectEvidence, once, withCreateLock } from "./once";
export { remindOfDuplicates } from "./duplicates";
export { isExpired, likenessTo, mayNotBeVisibleYet, settleAmbiguous } from "./find-by-journal";
export { grade } from "./grade";
export { findInterrupted, findOwnBeforeCreate, isOfTimeOf } from "./find-own";
export type { Found, Interrupted, Interruption } from "./find-own";
export { generatedName } from "./generated-name";
export {
  claim,
  createdAt,
  differingInputs,
  isCreatedSince,
  isUnclaimed,
  memoryKey,
  parentObject,
  normalizedInputs,
} from "./identity";
export { explainFailedUpdate } from "./name-taken";
export { missingParent, missingParentOfObject, previewAction, previewCreate, ranInOrder } from "./preview-create";
