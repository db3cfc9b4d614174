const LONGEST = 30;

/** The label that a backup has at the end: letters and digits only, at most 30 of them (document 2, Backup record). */
export function canonicalBackupLabel(label: string): string {
  return label.replace(/[^A-Za-z0-9]/g, "").slice(0, LONGEST);
}
