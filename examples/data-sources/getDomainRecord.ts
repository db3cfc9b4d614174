import * as compute from "pulumi-compute";

const record = compute.getDomainRecordOutput({ domainId: 2000001, recordId: 3000001 });

export const target = record.target;
