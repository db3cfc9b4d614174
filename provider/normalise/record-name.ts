import { described } from "../definition/argument";

export const canonicalRecordName = described(
  '`""`, `"@"` and no name mean the domain itself. Case and a trailing period are ignored.',
  (name: string): string => (name === "@" ? "" : name.toLowerCase().replace(/\.$/, "")),
);
