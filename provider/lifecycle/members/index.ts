export {
  adoptedIn,
  beginLedger,
  finishedSet,
  idsOf,
  memberSpelling,
  ownIds,
  parentOf,
  setId,
  ambiguousOf,
  unfinishedSet,
} from "./ledger";
export type { Ledger } from "./ledger";
export { alikeOf, sameOf, takenOver } from "./match";
export type { Live, Need } from "./match";
export {
  asDeclared,
  declaredIn,
  declaring,
  describer,
  fingerprintOfDeclared,
  holdMembers,
  identityKey,
  keyOf,
  memberArguments,
  memberMemoryKey,
  presentOf,
  withDrift,
} from "./members";
export type { Declared, Present } from "./members";
export { inPhases } from "./plan";
export type { Call } from "./plan";
export { claimantOf, rivalsOf } from "./rivals";
