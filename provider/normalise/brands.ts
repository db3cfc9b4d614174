/** What a service accepts, and what it keeps of it. */
export interface ServiceFacts {
  /** Values of a record's `ttlSec` that it keeps, in seconds, ascending. */
  readonly recordTtlsSec: readonly number[];
  /** What it makes of any other: the nearest of these, with ties rounded up, or the next longer one. */
  readonly roundsTtl: "to the nearest" | "up to the next";
  /** Shortest password of a root user, in characters. */
  readonly rootPassMin: number;
  /** Whether SSH keys for the root user can take the place of its password. */
  readonly acceptsKeysAlone: boolean;
  /** How many nodes a database can have. */
  readonly clusterSizes: readonly (1 | 2 | 3)[];
  /** Whether a program can choose how the nodes of a database replicate, and that clients need no SSL. */
  readonly hasDatabaseChoices: boolean;
}

/** What holds for every brand that has no facts of its own (Linode API v4, Domain Records, Linode Create and Managed Databases). */
export const DOCUMENTED: ServiceFacts = {
  recordTtlsSec: [300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200],
  roundsTtl: "to the nearest",
  rootPassMin: 7,
  acceptsKeysAlone: false,
  clusterSizes: [1, 3],
  hasDatabaseChoices: true,
};

/** Where a brand's service does otherwise than the API documents, with the source of each fact; docs/reference/service-of-today.md has more. */
const BY_BRAND: Readonly<Record<string, ServiceFacts>> = {
  linode: {
    // Terraform provider for Linode, and DNSControl; the reference of today (Linode API v4, Domain Records) lacks both values.
    recordTtlsSec: [30, 120, ...DOCUMENTED.recordTtlsSec],
    roundsTtl: "up to the next",
    // The guides of linode/docs, and the Terraform provider.
    rootPassMin: 11,
    // Reference of today: Linode API v4, Linode Create.
    acceptsKeysAlone: true,
    // Reference of today: Linode API v4, Managed MySQL Databases.
    clusterSizes: [1, 2, 3],
    hasDatabaseChoices: false,
  },
};

/** What a resource type declares otherwise for each of these brands. */
export function forBrands<Difference>(
  difference: (facts: ServiceFacts) => Difference,
): Readonly<Record<string, Difference>> {
  return Object.fromEntries(Object.entries(BY_BRAND).map(([brand, facts]) => [brand, difference(facts)]));
}
