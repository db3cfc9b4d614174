export { declaredIn, hasFailed, rememberCompared, rememberCreated, rememberFailure, rememberPreview } from "./declared";
export { catalogueOf, chargedFor, isPriced, plannedValues, priceOf, valuesInState } from "./price";
export type { Price } from "./price";
export { showCost } from "./show";
