import { described } from "../definition/described";

const LONGEST = 30;

/** The label that a backup has at the end: letters and digits only, at most 30 of them (document 2, Backup record). */
export const canonicalBackupLabel = described(
  `Only its letters and digits count, the first ${LONGEST} of them.`,
  (label: string): string => label.replace(/[^A-Za-z0-9]/g, "").slice(0, LONGEST),
);
