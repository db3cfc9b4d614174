import { aBackup, aDatabase } from "../support/action-programs";
import { TRIGGERS } from "./action";
import { DATE, documented, envelopeOf, fields, ID, NOTHING, oneOf, text } from "./schema";
import { specimen, TIMES } from "./specimen";

/**
 * A backup of a database (Linode API v4, Managed MongoDB Database Backups). Its label has at most 30 letters and digits there, but
 * a snapshot is created with 3 to 64 characters: this schema accepts the longer one.
 */
const DATABASE_BACKUP = documented({
  id: ID,
  label: text(1, 64),
  type: oneOf("snapshot", "auto"),
  created: DATE,
});

export default specimen("MongoDatabaseBackup", {
  async needs(service) {
    const databaseId = await aDatabase(service);
    await aBackup(service, databaseId, "before-it");
    return { databaseId, label: "before-it" };
  },
  event: "database_backup_create",
  variants: [
    {
      ...TRIGGERS,
      databaseId: [12, "13"],
      label: ["before-May.1_b", "before-May.2"],
      target: ["primary", "secondary"],
    },
  ],
  shows: () => ({ type: "snapshot", created: TIMES.created }),
  wire: {
    "GET /databases/mongodb/instances/{}/backups": { answer: envelopeOf(DATABASE_BACKUP) },
    "POST /databases/mongodb/instances/{}/backups": { body: fields("label", "target"), answer: NOTHING },
    "GET /databases/mongodb/instances/{}/backups/{}": { answer: DATABASE_BACKUP },
    "DELETE /databases/mongodb/instances/{}/backups/{}": { answer: NOTHING },
  },
});
