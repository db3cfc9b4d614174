export { listAction } from "./list";
export { readAction, removeAction } from "./object";
export { performAction, resumeAction } from "./run";
