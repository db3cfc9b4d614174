export { RECHECKED_MS, isBusy, isGeneralRefusal, recheck, retryWhileBusy, whenReady } from "./busy";
export { fewAtATime, takeSlot, withLock } from "./turns";
export { confirmDeleted, confirmGone, deleteIfThere, deleteObject, isParentThere, sendDelete } from "./gone";
export { tooLate } from "./limit";
export { poll, readLive, waitUntil, waitUntilGone, watch } from "./waiter";
