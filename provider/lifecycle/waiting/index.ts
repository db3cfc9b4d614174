export { isBusy, isGeneralRejection, recheck, retryWhileBusy, searchLate, whenReady } from "./busy";
export { forEachConcurrently, takeSlot, withLock } from "./turns";
export { confirmDeleted, confirmMissing, deleteObject, parentExists, unlessParentIsGone } from "./deletion";
export { timeoutError } from "./limit";
export { poll, readLive, waitUntil, waitUntilDeleted, watch } from "./waiter";
