import { ApiError, CloudError } from "../api/errors";
import type { Values } from "../definition/values";
import type { DataSourceContext } from "./rule";

/** Statuses that become "active" without intervention. */
const PASSING = ["provisioning", "updating", "backing_up", "restoring", "resuming"];
/** Creating a database takes up to half an hour (Linode API v4, Managed Databases). */
const LONGEST_MS = 60 * 60_000;
const PAUSE_MS = 5_000;

/** The database in question, and its name in messages. */
interface Database {
  readonly path: string;
  readonly name: string;
}

/**
 * Reads what the API returns only while a database is active (Linode API v4, Managed Databases). If the API rejects that while the
 * database is becoming active, waits for an hour at most.
 * @throws CloudError at once if the status will not become active without intervention.
 */
export async function whileActive(
  read: () => Promise<Values>,
  { path, name }: Database,
  { send, clock, signal, say }: Pick<DataSourceContext, "send" | "clock" | "signal" | "say">,
): Promise<Values> {
  const end = clock.now() + LONGEST_MS;
  let wasActive = false;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      const { status } = await send({ method: "GET", path });
      // It may have become active between the two requests, but a second rejection has another reason.
      if (status === "active" && !wasActive) {
        wasActive = true;
        continue;
      }
      if (!PASSING.includes(String(status)) || clock.now() + PAUSE_MS > end) {
        throw new CloudError(
          `The ${name} is ${String(status)}; this can be read only while it is active (${error.message}). ` +
            "Run the command again when it is active.",
        );
      }
      wasActive = false;
      say(`waiting for the ${name} to become active (now ${String(status)})`);
      await clock.sleep(PAUSE_MS, signal);
    }
  }
}
