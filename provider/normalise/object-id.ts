/** Ids are numbers for the service and strings for Pulumi; both spellings mean the same object. */
export function canonicalObjectId(id: unknown): unknown {
  return typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id;
}
