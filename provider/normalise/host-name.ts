import { described } from "../definition/argument";

/** Host names are case-insensitive, and a trailing period makes no difference (Linode API v4, Domain Records, target). */
export const canonicalHostName = described("Case and a trailing period are ignored.", (name: string): string =>
  name.toLowerCase().replace(/\.$/, ""),
);
