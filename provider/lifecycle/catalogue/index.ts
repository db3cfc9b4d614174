export { isUnreachable, previewLimits, validateRemotely } from "./catalogue";
export type { Judgement } from "./catalogue";
