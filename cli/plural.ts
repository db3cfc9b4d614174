/** For example `domains` or `backups of a MongoDB database`. */
export function plural(noun: string): string {
  return noun.replace(/( of .*)?$/, "s$1");
}
