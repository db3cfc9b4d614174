export { isUnreachable, previewLimits, validateRemotely } from "./catalogue";
export type { RemoteCheck as Judgement } from "./catalogue";
