import { toUSVString } from "node:util";
import { text } from "./types";
import type { ArgumentType } from "./types";
import { UNKNOWN } from "./values";

/** What `pathPart` makes: not a dot or two, also encoded, because a URL with these leads elsewhere. */
const SEGMENT = "(?!\\.{1,2}(?:/|$))(?:[\\w.:@~-]|%(?!2E)[0-9A-F]{2})+";
const PATH = new RegExp(`^(/${SEGMENT})+$`);

const PART = /^\w[\w.+-]*$/;

/** An ID of two parts, whose slash stays in the path. */
const twoParts = (what: string) =>
  text(0, Infinity, (id) => {
    const parts = id.split("/");
    return parts.length === 2 && parts.every((part) => PART.test(part)) ? undefined : `must be ${what}`;
  });

export const imageId = twoParts("an image ID, such as compute/debian11 or private/123");
export const engineId = twoParts("an engine ID, such as mongodb/4.4.10");
export const regionId = text(0, Infinity, (id) => (PART.test(id) ? undefined : "must be a region ID, such as us-east"));

export const collectionPath = text(2, 1000, (path) =>
  PATH.test(path) && !/\/\d+$/.test(path)
    ? undefined
    : 'must be the path of a collection, such as "/networking/firewalls"',
);
export const objectPath = text(4, 1000, (id) => (PATH.test(id) ? undefined : "must be the path of an object"));

/** A value as a part of an object's path, and of its ID, which neither a URL nor a shell reads otherwise; undefined if it cannot be one. */
export function pathPart(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return encodeURIComponent(toUSVString(String(value)))
    .replace(/%3A|%40/g, decodeURIComponent)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The ID of an object of any collection, of so many parts. */
export function idOfParts(most: number, least = most): ArgumentType {
  const form = new RegExp(`^${SEGMENT}(/${SEGMENT}){${least - 1},${most - 1}}$`);
  return {
    describes: "ID (number or string)",
    form: "id",
    check: (id, path) =>
      ["string", "number"].includes(typeof id) && form.test(String(id)) ? [] : [{ path, reason: "must be an ID" }],
  };
}

/** A value of which `pathPart` makes an ID. */
export const partOfId: ArgumentType = {
  ...idOfParts(1),
  check: (value, path) => (value === UNKNOWN ? [] : idOfParts(1).check(pathPart(value), path)),
};

/** Whether the ID is in the field `id`, as of almost all objects. */
export function isUsualId(fields: readonly string[] = []): boolean {
  return fields.join() === "id";
}
