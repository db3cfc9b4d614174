export { missingReferences, ownReferences, readReference, validateRemotely } from "./catalogue";
export type { Reference } from "./catalogue";
export { isUnreachable } from "./preflight";
export { PREVIEW_TIMEOUT_MS, previewLimits, readPrices } from "./read";
export { unusableParent } from "./unusable-parent";
