import { described } from "../definition/types";

export const canonicalRecordName = described(
  'An empty name, `"@"` and an omitted name all mean the domain itself. Case and a trailing period are ignored.',
  (name: string): string => (name === "@" ? "" : name.toLowerCase().replace(/\.$/, "")),
);
