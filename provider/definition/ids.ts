import { text } from "./types";
import type { ArgumentType } from "./types";

const SEGMENT = "\\w[\\w.:@-]*";
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

export const collectionPath = text(2, 200, (path) =>
  PATH.test(path) && !/\/\d+$/.test(path)
    ? undefined
    : 'must be the path of a collection, such as "/networking/firewalls"',
);
export const objectPath = text(4, 250, (id) => (PATH.test(id) ? undefined : "must be the path of an object"));

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

/** Whether the ID is in the field `id`, as of almost all objects. */
export function isUsualId(fields: readonly string[] = []): boolean {
  return fields.join() === "id";
}
