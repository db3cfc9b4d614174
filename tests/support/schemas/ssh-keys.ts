import type { Schema } from "./schema";
import { DATE, documented, ID, TEXT } from "./schema";

/** An SSH key of a profile (document 4, SSH key). */
export const SSH_KEY: Schema = documented({
  id: ID,
  label: { type: "string", pattern: "^[A-Za-z0-9_-]{0,64}$" },
  ssh_key: TEXT,
  created: DATE,
});
