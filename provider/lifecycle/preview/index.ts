export { diffResource, rejectImpossible, warnOfOverwritten } from "./change";
export { checkResource, previewNew } from "./check";
export { findings, inputsNamedIn } from "./rules";
