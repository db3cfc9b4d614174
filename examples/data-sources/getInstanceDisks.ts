import * as compute from "pulumi-compute";

const web = compute.getInstanceOutput({ label: "web" });
const { disks } = compute.getInstanceDisksOutput({ instanceId: web.id });

// An Image takes any of these as its `diskId`.
export const diskIds = disks.apply((all) => all.filter(({ status }) => status === "ready").map(({ id }) => id));
