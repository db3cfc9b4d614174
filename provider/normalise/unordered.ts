import { described } from "../definition/described";

/** Arrays that the service treats as sets are compared without order and without repetition. */
export const unordered = described("Order and repetition make no difference.", (value: unknown): unknown =>
  Array.isArray(value) ? [...new Set(value.map(String))].sort() : value,
);
