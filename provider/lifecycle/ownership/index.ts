export { hashesFor } from "./likeness";
export { intentOf, objectEvidence, once, searchForResult, withCreateLock } from "./once";
export { grade, invisibleForMs } from "./grade";
export type { InTurn } from "./once";
export type { SentRequest } from "./grade";
export {
  createdInOrder,
  describeLikeness,
  findInterrupted,
  findLost,
  findOwnBeforeCreate,
  noteSearch,
  perhapsCreated,
  pendingRequest,
  settleAmbiguous,
} from "./find-own";
export type { FoundBeforeCreate, Interrupted, Interruption } from "./find-own";
export { reportUnrecorded } from "./unrecorded";
