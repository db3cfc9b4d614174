export { RECHECKED_MS, isBusy, isGeneralRefusal, recheck, retryWhileBusy, whenReady } from "./busy";
export { fewAtATime, takeSlot, withLock } from "./turns";
export { confirmDeleted, confirmGone, deleteIfExists, deleteObject, parentExists, sendDelete } from "./gone";
export { tooLate } from "./limit";
export { poll, readLive, waitUntil, waitUntilGone, watch } from "./waiter";
