export { createAction, interruptedActionResults } from "./interrupted";
export { listAction, readAction, removeAction } from "./object";
export { perhapsRan, ranInOrder } from "./request";
export { resumeAction } from "./run";
export { missingSubjects, unsuitableSubjects } from "./subjects";
