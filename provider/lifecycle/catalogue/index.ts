export {
  PREVIEW_TIMEOUT_MS,
  isUnreachable,
  missingReferences,
  ownReferences,
  previewLimits,
  readPrices,
  readReference,
  validateRemotely,
} from "./catalogue";
export type { Reference } from "./catalogue";
export { unusableParent } from "./unusable-parent";
