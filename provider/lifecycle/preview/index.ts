export { applyRules, inputsNamedIn } from "./rules";
export type { Moment } from "./rules";
