export {
  deadlineFor,
  incomplete,
  notAbout,
  readCollection,
  readCollectionSince,
  readingIn,
  refuseUnfitList,
  rejectReasonFor,
  restarted,
  withoutId,
} from "./context";
export type { Asked, Context, Deadline, ObjectOperation, ObjectRead, Operation, Timed } from "./context";
export { placesOf } from "./places";
export type { Place } from "./places";
export { RunMemory, noteHeld } from "./run-memory";
export type { CatalogueResult, Claim } from "./run-memory";
