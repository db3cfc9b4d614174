export { canonicalValue, comparable, isInSync, isSame, project } from "./equality";
export { groupBy } from "./group-by";
export { collectionPath, idOf, isOwnId, locate, parentPath, parseId, problemWithId } from "./ids";
export { keepOrigin, originFailures, originOf, sourceOf } from "./origins";
export { UnfinishedError } from "./recorded";
export type { Recorded } from "./recorded";
export { deletesFirst, replacingChanges, replacingUnknowns } from "./replacement";
export { createBody, merge, updateBody } from "./request-body";
export { EACH_MEMBER, isSecretAt, secretsIn } from "./secrets";
export { outputsThatStay } from "./stable-outputs";
export {
  APPLIED,
  SERVER_VALUES,
  appliedOf,
  argsOf,
  duplicatesOf,
  finishedState,
  givenArguments,
  liveState,
  liveValue,
  withNotes,
  serverValueOf,
  unfinishedState,
} from "./state";
export type { Applied } from "./state";
export { DEFAULT_ORGANIZATION, OPTIONS, isIgnored, isReplacedOnChange, optionsOf, organizationOf } from "./options";
export type { Options } from "./options";
export type { Wanted } from "./wanted";
