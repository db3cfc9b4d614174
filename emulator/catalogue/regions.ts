/** A data center region (Linode API v4, Regions). */
export interface Region {
  readonly id: string;
  readonly country: string;
  readonly capabilities: readonly string[];
  readonly status: "ok" | "outage";
  readonly resolvers: { readonly ipv4: string; readonly ipv6: string };
}

const EVERYWHERE = ["NodeBalancers", "Block Storage", "Kubernetes", "Cloud Firewall", "Block Storage Migrations"];

/** IDs, countries and additional capabilities of the regions, as of mid-2022. */
const REGIONS: ReadonlyArray<readonly [id: string, country: string, ...extra: string[]]> = [
  ["ap-west", "in", "GPU Linodes", "Vlans"],
  ["ca-central", "ca", "Vlans"],
  ["ap-southeast", "au", "Vlans"],
  ["us-central", "us"],
  ["us-west", "us"],
  ["us-southeast", "us", "Object Storage", "GPU Linodes", "Vlans"],
  ["us-east", "us", "Object Storage", "GPU Linodes", "Bare Metal"],
  ["eu-west", "uk"],
  ["ap-south", "sg", "Object Storage", "GPU Linodes"],
  ["eu-central", "de", "Object Storage", "GPU Linodes"],
  ["ap-northeast", "jp"],
];

/** The regions. In their capabilities, the brand replaces that of the real service. */
export function regionsOf(title: string): Region[] {
  return REGIONS.map(([id, country, ...extra], index) => ({
    id,
    country,
    capabilities: [
      `${title}s`,
      ...EVERYWHERE,
      "Managed Databases",
      ...extra.map((name) => name.replace("Linode", title)),
    ],
    status: "ok",
    resolvers: { ipv4: resolvers(index, (n) => `192.0.2.${n}`), ipv6: resolvers(index, (n) => `2001:db8::${n}`) },
  }));
}

/** Two resolver addresses per region, from the ranges reserved for documentation. */
function resolvers(index: number, address: (n: number) => string): string {
  return [address(2 * index + 1), address(2 * index + 2)].join(",");
}
