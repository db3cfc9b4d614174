export { interruptedSetResults, previewSetImport } from "./adopt";
export { createSet, updateSet } from "./apply";
export { checkSet, overlapsOfSet } from "./check";
export { removeSet } from "./delete";
export { diffSet } from "./diff";
export { listSets, readSet } from "./observe";
export { ownIds } from "./ledger";
export { recordKey } from "./records";
export { previewSet } from "./preview";
