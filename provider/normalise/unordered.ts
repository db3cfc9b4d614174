import { described } from "../definition/types";

/** For arrays that the API treats as sets. */
export const unordered = described("Order and duplicates are ignored.", (value: unknown): unknown =>
  Array.isArray(value) ? [...new Set(value.map(String))].sort() : value,
);
