/** Arrays that the service treats as sets are compared without order and without repetition. */
export function unordered(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value.map(String))].sort() : value;
}
