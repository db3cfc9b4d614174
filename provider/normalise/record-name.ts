import { described } from "../definition/described";

/**
 * The one spelling of a record's name: lower case, without a trailing period, and `""` for the domain itself (written `""`, `"@"`
 * or not at all).
 */
export const canonicalRecordName = described(
  '`""`, `"@"` and no name are the domain itself. Upper and lower case are the same, and a period at the end makes no difference.',
  (name: string): string => (name === "@" ? "" : name.toLowerCase().replace(/\.$/, "")),
);
