import { CloudError, isNotFound } from "../../../provider/api/errors";
import { lastEventOf, newestEvents } from "../../../provider/lifecycle/drift";
import type { EventsByPath, LastEvent } from "../../../provider/lifecycle/drift";
import { kinds } from "../../../provider/resources/registry";
import type { OpenAccount } from "../../account/account";
import type { Finding } from "../report";
import { kindOf } from "../../../provider/resources/registry";
import { isForbidden } from "../../account/forbidden";

interface EventSources {
  readonly account: OpenAccount;
  /** When the resource with this URN was last recorded. Earlier events are not drift. */
  readonly recordedAt: (urn: string) => number | undefined;
  /** Called if an accessible event log could not be read; the findings then have no last event. */
  readonly warn: (message: string) => void;
}

/** Adds the last event of the resource to each finding, if it is among the newest events of the account. */
export async function withLastEvents(
  findings: readonly Finding[],
  { account, recordedAt, warn }: EventSources,
): Promise<readonly Finding[]> {
  if (!findings.some(isAboutChange)) return findings;
  const events = await eventsOf(account, warn);
  return findings.map((found) => {
    const definition = isAboutChange(found) ? kindOf(found) : undefined;
    const { id, state, created } = found;
    const event = definition && lastEventOf({ definition, id, state, created }, account.settings.brand, events);
    const since = found.resource && recordedAt(found.resource.urn);
    return event && isSince(event, since) ? { ...found, lastEvent: event } : found;
  });
}

/** Allows one second, because the times of events are whole seconds. */
function isSince({ when }: LastEvent, recordedAt = -Infinity): boolean {
  return Date.parse(when) + 1000 > recordedAt;
}

function isAboutChange({ state }: Finding): boolean {
  return state !== "unchecked";
}

/** Empty if the API has no event log, or if it cannot be read. */
async function eventsOf(account: OpenAccount, warn: (message: string) => void): Promise<EventsByPath> {
  const [anyKind] = kinds;
  if (!anyKind) return new Map();
  try {
    return await account.on(anyKind, (_, { send }) => newestEvents(send));
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    if (!isForbidden(error) && !isNotFound(error))
      warn(`Could not read the event log, so findings show no last event: ${error.message}`);
    return new Map();
  }
}
