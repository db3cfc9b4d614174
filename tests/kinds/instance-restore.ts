import { anInstance, aSnapshot } from "../support/action-programs";
import { UNSHOWN } from "./action";
import { fields, NOTHING } from "./schema";
import { specimen } from "./specimen";

export default specimen("InstanceRestore", {
  async needs(service) {
    const instanceId = await anInstance(service, "web");
    const targetInstanceId = await anInstance(service, "standby", false);
    return { instanceId, backupId: await aSnapshot(service, instanceId), targetInstanceId };
  },
  event: "backups_restore",
  variants: [
    { ...UNSHOWN, instanceId: [12, "13"], backupId: [7, "8"], targetInstanceId: ["14", 15], overwrite: [true, false] },
  ],
  wire: {
    "POST /compute/instances/{}/backups/{}/restore": { body: fields("compute_id", "overwrite"), answer: NOTHING },
  },
});
