export { intentOf, objectEvidence, once, withCreateLock } from "./once";
export { explainObstacles, obstaclesTo, previewMove, willFail } from "./coexistence";
export { remindOfDuplicates } from "./duplicates";
export { grade, isExpired, mayNotBeVisibleYet } from "./grade";
export { findInterrupted, findOwnBeforeCreate, pendingRequest, settleAmbiguous } from "./find-own";
export type { Found, Interrupted, Interruption } from "./find-own";
export {
  claim,
  createdAt,
  createdDate,
  identityOf,
  isUnclaimed,
  listBefore,
  matchingIdentity,
  memoryKey,
  parentObject,
  normalizedInputs,
} from "./identity";
export { previewAction, previewCreate, ranInOrder } from "./preview-create";
