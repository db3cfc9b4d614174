export { hashesFor } from "./likeness";
export { intentOf, objectEvidence, once, searchForResult, withCreateLock } from "./once";
export { bestOf, grade, invisibleForMs } from "./grade";
export type { InTurn } from "./once";
export type { Grade } from "./grade";
export { createdInOrder, findInterrupted, findLost, findOwnBeforeCreate, perhapsCreated } from "./find-own";
export type { FoundBeforeCreate } from "./find-own";
export { reportUnrecorded } from "./unrecorded";
