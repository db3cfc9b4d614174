import type { CatalogueImage } from "../../catalogue/images";
import { undocumentedFields } from "../../catalogue/images";
import type { ImageRow } from "./rows";
import { privateImageId } from "./rows";
import type { World } from "../../world";

/** A private image in API responses (Linode API v4, Images). It has neither a vendor nor a planned end of life. */
export function viewImage(world: World, row: ImageRow): CatalogueImage {
  return {
    id: privateImageId(row.id),
    label: row.label,
    description: row.description,
    created: row.created,
    updated: row.updated,
    size: row.size,
    created_by: row.created_by,
    type: row.type,
    is_public: false,
    deprecated: false,
    vendor: null,
    expiry: row.expiry,
    eol: null,
    status: row.status,
    ...undocumentedFields(world.brand),
  };
}
