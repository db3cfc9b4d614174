export {
  canonicalValue,
  comparable,
  createBody,
  groupBy,
  isInSync,
  isSame,
  merge,
  liveMembersOf,
  updateBody,
} from "./state";
export type { Wanted } from "./state";
export {
  collectionPath,
  identityKey,
  idOf,
  isOwnId,
  isPathUnknown,
  partsOfPathId,
  pathOf,
  locate,
  nameKey,
  parentCollection,
  parentPath,
  parseId,
  problemWithId,
  rejectUnmanageable,
} from "./fingerprint";
export { BRIDGED_DEFAULTS, asCheckedHere, asRecordedHere, isInState, wholeId } from "./moved";
export { keepOrigin, originFailures, originOf, sourceOf } from "./origins";
export {
  APPLIED,
  DEFAULT_ORGANIZATION,
  OPTIONS,
  PROVISIONAL,
  SERVER_VALUES,
  UnfinishedError,
  appliedOf,
  argsOf,
  duplicatesOf,
  isProvisional,
  finishedState,
  refreshedState,
  withRecorded,
  givenArguments,
  isIgnored,
  isReplacedOnChange,
  liveState,
  liveValue,
  notedOptions,
  optionsOf,
  organizationOf,
  serverValueOf,
  shownValue,
  unfinishedState,
  unknownSinceImport,
  withNotes,
} from "./state";
export type { ResourceAccount, Applied, Options, Recorded } from "./state";
export {
  deletesFirst,
  differingInputs,
  needsNoReplacement,
  plannedOutputs,
  unchangedOutputs,
  changesThatReplace,
  unknownsThatMayReplace,
} from "./replacement";
export { EACH_MEMBER, isSecretAt, secretsIn, unitedPaths, withDerived } from "./secrets";
export { clashesAmong, declaredIn, placedFingerprint, placedIn } from "./fingerprint";
export type { DeclaredRecord } from "./fingerprint";
export { fieldsKey, fingerprintOf, keyOf, sameIdentityKey } from "./fingerprint";
