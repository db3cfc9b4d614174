export { isBusy, isGeneralRefusal } from "./busy";
export { fewAtATime } from "./concurrency";
export { confirmDeleted } from "./confirm-deleted";
export { confirmGone, deleteIfThere, deleteObject, isParentThere, sendDelete } from "./confirm-not-found";
export { tooLate } from "./limit";
export { withLock, withSlot } from "./locks";
export { recheck, RECHECKED_MS } from "./recheck";
export { retryWhileBusy, whenReady } from "./retry-while-busy";
export { poll, readLive, waitUntil, waitUntilGone, watch } from "./waiter";
