import { aDatabase } from "../support/action-programs";
import { UNSHOWN } from "./action";
import { NOTHING } from "./schema";
import { specimen } from "./specimen";

export default specimen("MongoDatabasePatch", {
  needs: async (service) => ({ databaseId: await aDatabase(service) }),
  event: "database_update",
  variants: [{ ...UNSHOWN, databaseId: [12, "13"] }],
  wire: { "POST /databases/mongodb/instances/{}/patch": { answer: NOTHING } },
});
