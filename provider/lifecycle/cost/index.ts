export { declaredIn, hasFailed, noteCompared, noteCreated, noteFailure, notePreview } from "./declared";
export { catalogueOf, chargedFor, isPriced, plannedValues, priceOf, valuesInState } from "./price";
export type { Price } from "./price";
export { showCost } from "./show";
