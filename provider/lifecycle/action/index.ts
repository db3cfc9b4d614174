export { readEvidence } from "./evidence";
export { interruptedActionResults } from "./interrupted";
export { listAction, readAction, removeAction } from "./object";
export { performAction, resumeAction } from "./run";
export { missingSubjects, unsuitableSubjects } from "./subjects";
