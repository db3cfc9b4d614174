/**
 * The one spelling of a record's name: lower case, without a trailing period, and `""` for the domain itself (written `""`, `"@"`
 * or not at all).
 */
export function canonicalRecordName(name: string): string {
  return name === "@" ? "" : name.toLowerCase().replace(/\.$/, "");
}
