import { aDatabase } from "../support/action-programs";
import { NOTHING } from "../support/schemas/schema";
import { UNSHOWN } from "./action";
import { specimen } from "./specimen";

export default specimen("MongoDatabasePatch", {
  needs: async (service) => ({ databaseId: await aDatabase(service) }),
  event: "database_update",
  variants: [{ ...UNSHOWN, databaseId: [12, "13"] }],
  wire: { "POST /databases/mongodb/instances/{}/patch": { answer: NOTHING } },
});
