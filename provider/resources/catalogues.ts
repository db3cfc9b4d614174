import type { CatalogueRule } from "../definition/argument";
import type { Values } from "../definition/values";

/** The list of regions (Linode API v4, Regions). */
export const regions: CatalogueRule = {
  path: "/regions",
  warning: ({ id, status }, _, nowMs) =>
    status === "outage" && nowMs === undefined
      ? `the service reports an outage in ${String(id)}; creating resources there may fail`
      : undefined,
};

/**
 * The list of images (Linode API v4, Images). It may have many pages. An image that is not available yet is not rejected, because it
 * may be available by the time it is used.
 */
export const images: CatalogueRule = { path: "/images", size: "long", warning: imageWarning };

/** The list of StackScripts (Linode API v4, Linode Create). Most of them are public ones of other accounts. */
export const stackScripts: CatalogueRule = { path: "/compute/stackscripts", size: "huge" };

/** The account's users (not in the API documents). A token may not be allowed to read them. */
export const users: CatalogueRule = { path: "/account/users", size: "own" };

function imageWarning(entry: Values, _: Values | undefined, nowMs?: number): string | undefined {
  if (nowMs !== undefined) return endOfImage(entry, nowMs);
  const { id, status } = entry;
  if (typeof status === "string" && status !== "available") {
    return `${String(id)} is "${status}"; only an available image can be deployed`;
  }
  return deprecation(entry);
}

function deprecation({ id, deprecated }: Values): string | undefined {
  return deprecated === true ? `${String(id)} is deprecated and no longer maintained` : undefined;
}

const NOTICE_MS = 90 * 24 * 60 * 60 * 1000;

function endOfImage({ id, deprecated, eol }: Values, nowMs: number): string | undefined {
  const endMs = typeof eol === "string" ? Date.parse(`${eol}Z`) : NaN;
  if (endMs < nowMs) return `${String(id)} has reached its end of life (${String(eol).slice(0, 10)})`;
  if (endMs < nowMs + NOTICE_MS) return `${String(id)} reaches its end of life on ${String(eol).slice(0, 10)}`;
  return deprecation({ id, deprecated });
}
