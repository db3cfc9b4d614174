/** Host names are the same in any case, and with or without the trailing period (document 3, Domain record, target). */
export function canonicalHostName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}
