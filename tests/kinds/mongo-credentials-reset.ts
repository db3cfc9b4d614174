import { aDatabase } from "../support/action-programs";
import { UNSHOWN } from "./action";
import { NOTHING } from "./schema";
import { specimen } from "./specimen";

export default specimen("MongoCredentialsReset", {
  needs: async (service) => ({ databaseId: await aDatabase(service) }),
  event: "database_credentials_reset",
  variants: [{ ...UNSHOWN, databaseId: [12, "13"] }],
  shows: () => ({ username: "root", password: "a random password" }),
  wire: { "POST /databases/mongodb/instances/{}/credentials/reset": { answer: NOTHING } },
});
