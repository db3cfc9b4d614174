import type { Schema } from "./schema";
import { COUNT, DATE, DATE_OR_NULL, documented, FLAG, oneOf, TEXT, TEXT_OR_NULL } from "./schema";

/**
 * An image (Linode API v4, Images). Its eol and vendor are null on a private image, and on a distribution without an end of life.
 */
export const IMAGE: Schema = documented({
  id: { type: "string", pattern: "^(compute/.+|private/\\d+)$" },
  label: TEXT,
  description: { ...TEXT_OR_NULL, minLength: 1, maxLength: 65_000 },
  created: DATE,
  updated: DATE,
  created_by: TEXT,
  deprecated: FLAG,
  eol: DATE_OR_NULL,
  expiry: DATE_OR_NULL,
  is_public: FLAG,
  size: COUNT,
  status: oneOf("creating", "pending_upload", "available"),
  type: oneOf("manual", "automatic"),
  vendor: TEXT_OR_NULL,
});

/** The response to the creation of an upload (Linode API v4, Images). */
export const UPLOAD: Schema = documented({ image: IMAGE, upload_to: { type: "string", format: "uri" } });
