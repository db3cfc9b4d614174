export { createSet, updateSet } from "./apply";
export { checkSet } from "./check";
export { removeSet } from "./delete";
export { diffSet } from "./diff";
export { previewSetImport } from "./import";
export { previewSet } from "./preview";
export { listSets, readSet } from "./read";
