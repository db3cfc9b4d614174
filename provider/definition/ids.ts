import { text } from "./types";

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
