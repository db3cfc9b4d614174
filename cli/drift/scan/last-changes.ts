import { CloudError, isNotFound } from "../../../provider/api/errors";
import { wireFor } from "../../../provider/api/wire";
import { parentPath, locate, parseId } from "../../../provider/lifecycle/state";
import { namesInPath } from "../../../provider/definition/path";
import type { Values } from "../../../provider/definition/values";
import { kinds } from "../../../provider/resources/registry";
import type { Account } from "../../account/account";
import type { Finding, LastChange } from "../report";
import { kindOf } from "../../state/kind-of";
import { isRefused } from "./refused";

/** As many events as one request can get. */
const NEWEST = 500;

/** What last changes are taken from. */
interface Sources {
  readonly account: Account;
  /** When the resource with this URN was recorded: what happened before that is no drift. */
  readonly recordedAt: (urn: string) => number | undefined;
  /** Called when the service has a log of events that could not be read; the findings stay as they are then. */
  readonly warn: (message: string) => void;
}

/** Adds to each finding who changed the object last, as far as the newest events of the account say so. */
export async function withLastChanges(
  findings: readonly Finding[],
  { account, recordedAt, warn }: Sources,
): Promise<readonly Finding[]> {
  if (!findings.some(isAboutChange)) return findings;
  const changes = changesByPath(await newestEvents(account, warn));
  return findings.map((found) => {
    const change = isAboutChange(found) ? changeOf(found, account, changes) : undefined;
    const since = found.resource && recordedAt(found.resource.urn);
    return change && isSince(change, since) ? { ...found, lastChange: change } : found;
  });
}

/** Events have whole seconds. */
function isSince({ when }: LastChange, recordedAt = -Infinity): boolean {
  return Date.parse(when) + 1000 > recordedAt;
}

function isAboutChange({ state }: Finding): boolean {
  return state !== "unchecked";
}

/** The newest first; none where the service has no such log, or the token may not see it. */
async function newestEvents(account: Account, warn: (message: string) => void): Promise<readonly Values[]> {
  const [anyKind] = kinds;
  if (!anyKind) return [];
  try {
    return await account.on(anyKind, async (_, { send }) => {
      const { data } = await send({ method: "GET", path: "/account/events", query: { page_size: NEWEST } });
      return Array.isArray(data) ? (data as readonly Values[]) : [];
    });
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    if (!isRefused(error) && !isNotFound(error)) warn(`Who changed what is not known: ${error.message}`);
    return [];
  }
}

/** The newest change of each object, by the path in its address; of records, by that of the zone. */
function changesByPath(events: readonly Values[]): ReadonlyMap<string, LastChange> {
  const changes = new Map<string, LastChange>();
  for (const { entity, username, created, action } of events) {
    const url = typeof entity === "object" && entity !== null ? (entity as Values).url : undefined;
    if (typeof url !== "string" || typeof username !== "string" || typeof action !== "string") continue;
    const when = `${String(created).replace(/Z$/, "")}Z`;
    const path = `${url.replace(/^\/v\d+\w*/, "")}${action.includes("record") ? RECORDS : ""}`;
    if (!changes.has(path)) changes.set(path, { who: username, when, action });
  }
  return changes;
}

const RECORDS = "/records";

function changeOf(
  found: Finding,
  { settings: { brand } }: Account,
  changes: ReadonlyMap<string, LastChange>,
): LastChange | undefined {
  const definition = kindOf(found);
  if (!definition) return undefined;
  const { id } = found;
  const wire = wireFor(brand);
  const isInParent = namesInPath(definition.collection).length > 0;
  if (!isInParent) return changes.get(wire.path(locate(definition, id).path));
  const change = changes.get(`${wire.path(parentPath(definition, parseId(definition, id).args))}${RECORDS}`);
  return change && { ...change, isOfParent: true };
}
