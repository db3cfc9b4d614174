export {
  RECOVER_FIRST,
  declaredTwice,
  explainRejection,
  holderOfName,
  obstaclesBefore,
  obstaclesTo,
  previewMove,
  previewRename,
  programHolder,
  remindOfDuplicates,
  taken,
  willBeInTheWay,
} from "./conflicts";
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
