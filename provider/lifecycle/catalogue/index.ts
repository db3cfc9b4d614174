export {
  isUnreachable,
  missingReferences,
  ownReferences,
  previewLimits,
  readReference,
  validateRemotely,
} from "./catalogue";
export type { Reference, RemoteCheck } from "./catalogue";
export { missingParent } from "./missing-parent";
