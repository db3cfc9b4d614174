/** The one spelling of a record's name: lower case, and `""` for the domain itself (written `""`, `"@"` or not at all). */
export function canonicalRecordName(name: string): string {
  return name === "@" ? "" : name.toLowerCase();
}
