export { describeLikeness, remindOfDuplicates } from "./duplicates";
export { explainRejection, obstaclesBefore, obstaclesTo, previewMove, willBeInTheWay } from "./obstacles";
export { declaredTwice, holderOfName, isOfStack, previewRename, programHolder, taken } from "./unique-names";
export {
  claim,
  createdAt,
  createdDate,
  identicalBefore,
  identityOf,
  isBeingDeleted,
  isEmpty,
  isIdentityUnknown,
  isUnclaimed,
  listBefore,
  matchingIdentity,
  memoryKey,
  normalizedInputs,
  parentObject,
  unlessUnread,
} from "./identity";
export { namingInputs, rejectStranger } from "./contact";
export { claimantOf, isGivenUp, overlapsOf } from "./overlaps";
