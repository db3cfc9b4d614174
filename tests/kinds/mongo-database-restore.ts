import { aBackup, aDatabase } from "../support/action-programs";
import { UNSHOWN } from "./action";
import { NOTHING } from "./schema";
import { specimen } from "./specimen";

export default specimen("MongoDatabaseRestore", {
  async needs(service) {
    const databaseId = await aDatabase(service);
    return { databaseId, backupId: await aBackup(service, databaseId) };
  },
  event: "database_backup_restore",
  variants: [{ ...UNSHOWN, databaseId: [12, "13"], backupId: [7, "8"] }],
  wire: { "POST /databases/mongodb/instances/{}/backups/{}/restore": { answer: NOTHING } },
});
