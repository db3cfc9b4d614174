export { explainObstacles, obstaclesBefore, obstaclesTo, previewMove, willBeInTheWay } from "./coexistence";
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
export {
  RECOVER_FIRST,
  declaredTwice,
  explainFailedUpdate,
  holderOfName,
  previewRename,
  programHolder,
  taken,
  willFail,
} from "./names";
export { claimantOf, overlapsOf } from "./overlaps";
