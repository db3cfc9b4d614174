export { check, newWarnings } from "./check";
export type { OldAndNewInputs, Checked } from "./check";
export { create } from "./create";
export { remove } from "./delete";
export { diff, wholeInput } from "./plan";
export type { Difference, RecordChange, ChangedPart } from "./plan";
export {
  NothingToImport,
  importObject,
  warnIfUnreadable,
  differingFromListed,
  withNamedParents,
  previewImport,
} from "./import";
export { asLeftByDeletion, describeInterruptedDeletion, settleDeletions } from "./interrupted-deletion";
export { asFound, interruptedResults } from "./interrupted";
export type { InterruptedResult } from "./interrupted";
export { listedAsRead, listEverywhere, listObjects } from "./list";
export { rejectedChange, stepsOf } from "./plan";
export { read } from "./read";
export type { Read } from "./read";
export { update } from "./update";
export { unshownArguments, writtenArguments } from "./written-arguments";
