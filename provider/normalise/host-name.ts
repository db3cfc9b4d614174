import { described } from "../definition/types";

/** See Linode API v4, Domain Records, target. */
export const canonicalHostName = described("Case and a trailing period are ignored.", (name: string): string =>
  name.toLowerCase().replace(/\.$/, ""),
);
