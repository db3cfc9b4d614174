import { described } from "../definition/described";

/** A key that is read from a file ends with a line break, which is no part of it. */
export const canonicalPublicKey = described(
  "Blanks and line breaks around the key make no difference.",
  (key: string) => key.trim(),
);
