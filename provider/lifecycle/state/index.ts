export { incomplete, notAbout, readCollection, refuseStrange, withoutId } from "./answers";
export { OPTIONS, isIgnored, isReplacedOnChange, optionsOf } from "./context";
export type { Context, Options } from "./context";
export { deadlineFor, restarted } from "./deadline";
export type { Deadline } from "./deadline";
export { canonicalValue, comparable, isInSync, isSame, project } from "./equality";
export { groupBy } from "./group-by";
export { collectionPath, idOf, isOwnId, locate, parentPath, parseId, problemWithId } from "./ids";
export type {
  Asked,
  ObjectOperation,
  ObjectRead,
  ObjectWait,
  Operation,
  ResourceOperation,
  Timed,
  Wanted,
} from "./operation";
export { keepOrigin, originFailures, originOf, sourceOf } from "./origins";
export { UnfinishedError } from "./partial-failure";
export { placesOf } from "./places";
export type { Place } from "./places";
export type { Recorded } from "./recorded";
export { deletesFirst, replacingChanges, replacingUnknowns } from "./replacement";
export { createBody, merge, updateBody } from "./request-body";
export { createRunMemory, deletedInRun, holderOf, noteChecked, noteHeld } from "./run-memory";
export type { Claim, Looked, RunMemory } from "./run-memory";
export { EACH_MEMBER, secretsIn } from "./secrets";
export {
  APPLIED,
  SPELLINGS,
  appliedOf,
  argsOf,
  doublesOf,
  finishedState,
  givenArguments,
  liveState,
  liveValue,
  remembering,
  spellingOf,
  unfinishedState,
} from "./state";
export type { Applied } from "./state";
export { outputsThatStay } from "./stable-outputs";
