import { described } from "../definition/argument";

/**
 * The one spelling of a record's name: lower case, without a trailing period, and `""` for the domain itself (written `""`, `"@"`
 * or not at all).
 */
export const canonicalRecordName = described(
  '`""`, `"@"` and no name mean the domain itself. Case and a trailing period are ignored.',
  (name: string): string => (name === "@" ? "" : name.toLowerCase().replace(/\.$/, "")),
);
