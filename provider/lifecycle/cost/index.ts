export { catalogueOf, chargedFor, isPriced, plannedValues, priceOf, valuesInState } from "./price";
export type { Price } from "./price";
