export { previewLimits } from "./catalogue";
export { isUnreachable } from "./preflight";
export { validateRemotely } from "./check-catalogue";
export type { Judgement } from "./check-catalogue";
