import { word } from "../definition/types";

/** The filters for databases (Linode API v4, Managed Databases). */
export const DATABASE_FILTERS = {
  label: { type: word },
  engine: { type: word },
  version: { type: word },
  region: { type: word },
  type: { type: word },
  status: { type: word },
};
