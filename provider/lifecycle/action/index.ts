export { interruptedActionResults } from "./interrupted";
export { listAction, readAction, removeAction } from "./object";
export { perhapsRan, ranInOrder } from "./outcome";
export { createAction, resumeAction } from "./run";
export { missingSubjects, unsuitableSubjects } from "./subjects";
