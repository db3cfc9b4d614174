import { anInstance } from "../support/action-programs";
import { UNSHOWN } from "./action";
import { INSTANCE } from "./instance";
import { fields, only } from "./schema";
import { specimen } from "./specimen";

export default specimen("InstanceClone", {
  async needs(service) {
    const instanceId = await anInstance(service, "web");
    return { instanceId, targetInstanceId: await anInstance(service, "standby", false) };
  },
  event: "compute_clone",
  variants: [
    {
      ...UNSHOWN,
      instanceId: [12, "13"],
      targetInstanceId: ["14", 15],
      disks: [[], [3, "2"]],
      configs: [[], [9]],
    },
    { ...UNSHOWN, instanceId: [12, "13"], targetInstanceId: ["14", 15], disks: [[3, "2"], []] },
  ],
  wire: {
    // Linode API v4, Linode Clone: also of a new instance
    "POST /compute/instances/{}/clone": {
      body: {
        ...only(INSTANCE, "group", "label", "region", "type"),
        ...fields("backups_enabled", "configs", "disks", "compute_id"),
      },
      answer: INSTANCE,
    },
  },
});
