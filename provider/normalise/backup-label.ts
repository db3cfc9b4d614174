import { described } from "../definition/types";

const LONGEST = 30;

/** The label as the API stores it: only letters and digits, at most 30 of them (Linode API v4, Managed MongoDB Database Backups). */
export const canonicalBackupLabel = described(
  `Only the first ${LONGEST} letters and digits are significant.`,
  (label: string): string => label.replace(/[^A-Za-z0-9]/g, "").slice(0, LONGEST),
);
