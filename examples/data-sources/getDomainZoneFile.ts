import * as compute from "pulumi-compute";

const zone = compute.getDomainOutput({ domain: "example.com" });
const { zoneFile } = compute.getDomainZoneFileOutput({ domainId: zone.id });

export const text = zoneFile.apply((lines) => lines.join("\n"));
