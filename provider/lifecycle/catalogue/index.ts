export { isUnreachable, previewLimits, validateRemotely } from "./catalogue";
export type { RemoteCheck } from "./catalogue";
export { missingParent } from "./missing-parent";
