import { isIPv4, isIPv6 } from "node:net";

/** Whether a value has its documented shape. */
export type Shape = (value: unknown) => boolean;

export const isText: Shape = (value) => typeof value === "string";
export const isFlag: Shape = (value) => typeof value === "boolean";
export const isInteger: Shape = (value) => Number.isInteger(value);
/** UTC; the documents don't specify whether a time zone is included. */
export const isTime: Shape = (value) =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.test(value);
export const isIpv4: Shape = (value) => typeof value === "string" && isIPv4(value);
export const isIpv6: Shape = (value) => typeof value === "string" && isIPv6(value);

export const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value);

export const oneOf =
  (...values: readonly unknown[]): Shape =>
  (value) =>
    values.includes(value);

export const matching =
  (pattern: RegExp): Shape =>
  (value) =>
    typeof value === "string" && pattern.test(value);

export const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);

/** An object with at least these fields. */
export const objectOf =
  (fields: { readonly [name: string]: Shape }): Shape =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(fields).every(([name, shape]) => name in value && shape(Reflect.get(value, name)));

/** Fails with the name and value of the field unless it has this shape. */
export function expectShape(object: object, field: string, shape: Shape): void {
  const value: unknown = Reflect.get(object, field);
  expect({ field, value, fits: field in object && shape(value) }).toEqual({ field, value, fits: true });
}
