import { described } from "../definition/argument";

/** Arrays that the service treats as sets are compared without regard to order or duplicates. */
export const unordered = described("Order and duplicates are ignored.", (value: unknown): unknown =>
  Array.isArray(value) ? [...new Set(value.map(String))].sort() : value,
);
