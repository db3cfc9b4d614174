import * as compute from "pulumi-compute";

const web = compute.getInstanceOutput({ label: "web" });
const { disks } = compute.getInstanceDisksOutput({ instanceId: web.id });

// Any of these can be the `diskId` of an Image.
export const diskIds = disks.apply((all) => all.filter(({ status }) => status === "ready").map(({ id }) => id));
