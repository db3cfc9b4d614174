export {
  endingAt,
  rejectIncomplete,
  rejectOther,
  readCollection,
  readCollectionSince,
  readOptionsOf,
  rejectInvalidList,
  rejectInvalid,
  rejectWithoutId,
  wholeReadOf,
  startOperation,
} from "./context";
export type { ResourceCall, Context, Deadline, ObjectOperation, ObjectRead, Operation, Timed } from "./context";
export { inAccount, isInAccount, rejectOtherAccount, showAccount, withAccount } from "./owners";
export { adviseAtEnd, contentsKey, holderOf, isFree, announceManaged, unmanaged } from "./owners";
export { collectionsOf, readEvidence } from "./collections";
export type { Collection } from "./collections";
export { RunMemory } from "./run-memory";
export type { CatalogueResult, Claim } from "./run-memory";
