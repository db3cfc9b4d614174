export { check } from "./check";
export type { Checked } from "./check";
export { create } from "./create";
export { remove } from "./delete";
export { diff } from "./diff";
export type { Difference, MemberChange, Part } from "./diff";
export {
  NothingToImport,
  adoptNamed,
  asFarAsKnown,
  differingFromListed,
  withNamedParents,
  previewImport,
} from "./import";
export { asRead, listEverywhere, listObjects } from "./list";
export { read } from "./read";
export type { Read } from "./read";
export { update } from "./update";
export { newWarnings } from "./warnings";
export type { Arguments } from "./warnings";
