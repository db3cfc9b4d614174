import { ApiError, CloudError } from "../api/errors";
import type { Values } from "../definition/values";
import type { LookupContext } from "./rule";

/** Statuses that lead to "active" by themselves. */
const PASSING = ["provisioning", "updating", "backing_up", "restoring", "resuming"];
/** Creating a database takes up to half an hour (document 2, Limits). */
const LONGEST_MS = 60 * 60_000;
const PAUSE_MS = 5_000;

/** The database that is asked about, and what messages call it. */
interface Database {
  readonly path: string;
  readonly name: string;
}

/**
 * Reads what the service shows only of an active database (document 2, Status preconditions): a refusal is waited out while the
 * database is on its way there, for an hour at most.
 * @throws CloudError at once when it is in a status that does not pass by itself.
 */
export async function whileActive(
  read: () => Promise<Values>,
  { path, name }: Database,
  { send, clock, say }: Pick<LookupContext, "send" | "clock" | "say">,
): Promise<Values> {
  const end = clock.now() + LONGEST_MS;
  let wasActive = false;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      const { status } = await send({ method: "GET", path });
      // It may have become active between the two requests, but a refusal that stays has another reason.
      if (status === "active" && !wasActive) {
        wasActive = true;
        continue;
      }
      if (!PASSING.includes(String(status)) || clock.now() + PAUSE_MS > end) {
        throw new CloudError(
          `the ${name} is ${String(status)}, and this can be read only while it is active (${error.message}). ` +
            "Run again when it is.",
        );
      }
      wasActive = false;
      say(`waiting until the ${name} is active: it is ${String(status)}`);
      await clock.sleep(PAUSE_MS);
    }
  }
}
