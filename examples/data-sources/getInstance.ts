import * as compute from "pulumi-compute";

const web = compute.getInstanceOutput({ label: "web" });

export const address = web.ipv4[0];
