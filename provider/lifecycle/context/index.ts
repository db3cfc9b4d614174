export {
  incomplete,
  notAbout,
  readCollection,
  readCollectionSince,
  rejectReasonFor,
  refuseUnfitList,
  withoutId,
} from "./answers";
export type { Context } from "./context";
export { deadlineFor, restarted } from "./operation";
export type {
  Asked,
  Deadline,
  ObjectOperation,
  ObjectRead,
  ObjectWait,
  Operation,
  ResourceOperation,
  Timed,
} from "./operation";
export { placesOf } from "./places";
export { readingIn } from "./context";
export type { Place } from "./places";
export { RunMemory, noteHeld } from "./run-memory";
export type { CatalogueResult, Claim } from "./run-memory";
