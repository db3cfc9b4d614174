import * as compute from "pulumi-compute";

const zone = compute.getDomainOutput({ domain: "example.com" });
const { records } = compute.getDomainRecordsOutput({ domainId: zone.id, type: "MX" });

export const mailServers = records.apply((all) => all.map(({ target }) => target));
