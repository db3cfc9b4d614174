export { appliedAfterCreate, remainingOfFound, strategyOf } from "./strategy";
export type { CreationStrategy } from "./strategy";
