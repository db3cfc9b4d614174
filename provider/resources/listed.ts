import type { ArgumentRule, Values } from "../definition/definition";

/** An argument that names a region (document 1, Region). */
export const amongRegions: Pick<ArgumentRule, "listedIn" | "warnsOfEntry"> = {
  listedIn: "/regions",
  warnsOfEntry: ({ id, status }) =>
    status === "outage" ? `the service reports an outage of ${String(id)}; what is made there may fail` : undefined,
};

/**
 * An argument that names an image (document 1, Image). There may be many pages of them, and one that is not available yet may be
 * so by the time it is used: that is no reason to refuse it.
 */
export const amongImages: Pick<ArgumentRule, "listedIn" | "listing" | "warnsOfEntry"> = {
  listedIn: "/images",
  listing: "long",
  warnsOfEntry: imageWarning,
};

function imageWarning({ id, status, deprecated }: Values): string | undefined {
  if (typeof status === "string" && status !== "available") {
    return `${String(id)} is "${status}"; only an available image can be deployed`;
  }
  return deprecated === true ? `${String(id)} is deprecated: it is no longer kept up` : undefined;
}
