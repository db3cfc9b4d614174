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
export { createRunMemory, deletedInRun, holderOf, noteChecked, noteHeld } from "./run-memory";
export type { Claim, ListBefore, CatalogueResult, RunMemory } from "./run-memory";
