export {
  incomplete,
  notAbout,
  readCollection,
  readCollectionSince,
  rejectReasonFor,
  refuseUnfitList,
  withoutId,
} from "./answers";
export type { Asked, Context, Deadline, ObjectOperation, ObjectRead, Operation, Timed } from "./context";
export { deadlineFor, readingIn, restarted } from "./context";
export { placesOf } from "./places";
export type { Place } from "./places";
export { RunMemory, noteHeld } from "./run-memory";
export type { CatalogueResult, Claim } from "./run-memory";
