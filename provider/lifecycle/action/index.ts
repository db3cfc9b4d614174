export { readEvidence } from "./evidence";
export { createAction, interruptedActionResults } from "./interrupted";
export { listAction, readAction, removeAction } from "./object";
export { resumeAction } from "./run";
export { missingSubjects, unsuitableSubjects } from "./subjects";
