import { LoadCache } from "../../api/reads";
import { wireFor } from "../../api/wire";
import { isAction, recordsOf, argumentsInPath, encodedId } from "../../definition/definition";
import { titleOf } from "../../definition/title";
import type { Values } from "../../definition/values";
import type { OpenIntent } from "../../journal/intent";
import { AGES } from "../../journal/ages";
import { memoryKey } from "../identity";
import { grade, invisibleForMs, isExpired } from "./grade";
import { idOf } from "../state";
import { readCollection, readEvidence, unmanaged } from "../context";
import type { ResourceCall, Context } from "../context";
import { unlessParentIsGone } from "../waiting";
import { commaList, resourceName, sentence, when } from "../wording";

/** Maximum number of messages at the end of a run. */
const MAX_NAMED = 10;

const HOW_TO_LIST = "To list unmanaged resources, run `npx pulumi-compute drift`.";

/** The resource type with this name, for a collection of it, and the context in which to read that. */
type HandledBy = (
  kind: string | undefined,
  collection: string,
) => Pick<ResourceCall, "definition" | "context"> | undefined;

/** An intent, and the path inputs of its collection. */
interface IntentCall extends ResourceCall {
  readonly intent: OpenIntent;
}

/**
 * At the end of a run, warns about remote resources that interrupted updates created and no resource manages, and shows how to delete or
 * import them. Reads one list per collection with such intents. Settles the intents that led to nothing.
 */
export async function reportUnrecorded(handledBy: HandledBy, context: Context): Promise<void> {
  const lists = new LoadCache<readonly Values[]>();
  const messages = await Promise.all(unrecordedIn(handledBy, context).map((one) => messageAbout(one, lists)));
  const all = messages.filter((message) => message !== undefined);
  for (const message of all.slice(0, MAX_NAMED)) context.warn(message);
  const more = all.length - MAX_NAMED;
  if (more > 0) context.warn(`Interrupted updates left ${more} more unmanaged resources. ${HOW_TO_LIST}`);
}

function unrecordedIn(handledBy: HandledBy, context: Context): IntentCall[] {
  return context.journal.unrecordedIntents().flatMap((intent) => {
    const handled = handledBy(intent.urn.split("::")[2]?.split(":").at(-1), intent.collection);
    const args = handled && argumentsInPath(handled.definition.collection, intent.collection);
    // The state shows pending operations, but not what became of the members of a set.
    const isShown = handled && intent.before === undefined && recordsOf(handled.definition) === undefined;
    return args && !isShown ? [{ ...handled, args, intent }] : [];
  });
}

/** Undefined if the intent led to nothing, or something else names it. */
async function messageAbout(one: IntentCall, lists: LoadCache<readonly Values[]>): Promise<string | undefined> {
  const { definition, args, context, intent } = one;
  if (isAction(definition) && definition.action.evidence.shows !== "object")
    return actionMessage(definition.action.doing, one);
  const key = `${definition.kind} ${intent.collection}`;
  const objects = await lists.load(key, () => readEntries(one)).catch((error: unknown) => sentence(error));
  if (typeof objects === "string")
    return unclear(one, `. Could not check whether it exists: ${objects} The next preview or update checks again.`);
  const kind = recordsOf(definition) ?? definition;
  const keyOf = (live: Values): string => memoryKey(kind, idOf(kind, args, live));
  const made = objects.filter((live) => grade({ definition: kind, context }, live, intent).verdict !== "foreign");
  const left = await unmanaged(context, made, keyOf);
  const unnamed = left.filter((live) => !context.memory.objects.isNamed(keyOf(live)));
  if (unnamed.length > 0) return leftoverMessage(one, unnamed);
  if (left.length > 0) return undefined;
  if (made.length === 0 && invisibleForMs(intent, context) > 0)
    return unclear(one, ", and the API does not show it yet. Run `pulumi preview` in a minute to check again.");
  if (intent.response || isExpired(intent, context)) context.journal.settle(intent.id);
  return undefined;
}

/** All entries of the collection; empty if its parent no longer exists. */
function readEntries(one: IntentCall): Promise<readonly Values[]> {
  const { definition, args, context, intent } = one;
  const read = async (): Promise<readonly Values[]> =>
    isAction(definition)
      ? definition.action.evidence.results(await readEvidence({ definition, args, context }))
      : readCollection(recordsOf(definition) ?? definition, intent.collection, context);
  return unlessParentIsGone(one, read, () => []);
}

function unclear({ definition: { noun }, intent }: IntentCall, why: string): string {
  const made = intent.response?.made;
  const what = made === undefined ? `may have created the ${noun}` : `created ${noun} ${made}`;
  return (
    `An interrupted update (${when(intent)}) ${what} for ${resourceName(intent.urn)}, but it does not seem to be in state${why} ` +
    HOW_TO_LIST
  );
}

/** Names the resources, and shows how to delete and how to keep them. */
function leftoverMessage({ definition, args, context, intent }: IntentCall, objects: readonly Values[]): string {
  const set = recordsOf(definition);
  const kind = set ?? definition;
  const named = commaList(objects.map((live) => `${idOf(definition, args, live)} (${titleOf(kind, live)})`));
  const made = intent.response ? "created" : "may have created";
  const importId = idOf(definition, args, { id: set ? "records" : objects[0]?.id });
  const [update, but] = intent.isReturned
    ? ["An earlier update", "the state has another one in its place"]
    : ["An interrupted update", "it does not seem to be in state"];
  const { url, brand } = context.address;
  const ids = objects.map(({ id }) => encodedId(String(id)));
  const all = ids.length > 1 ? `{${ids.join(",")}}` : ids.join("");
  const send = `curl -X DELETE -H "Authorization: Bearer $COMPUTE_TOKEN" ${url}${wireFor(brand).path(intent.collection)}/${all}`;
  const canDelete = !isAction(definition) || definition.action.deleting === "delete";
  return (
    `${update} (${when(intent)}) ${made} ${kind.noun} ${named} for ${resourceName(intent.urn)}, but ${but}. Unless \`pulumi stack --show-ids\` lists ` +
    `${set ? importId : "it"}, Pulumi does not manage it. ${canDelete ? `To delete it, run \`${send}\`. ` : ""}To keep it, set ` +
    `\`import: "${importId}"\` on a resource and run \`pulumi up\`.`
  );
}

/** Only the action itself can determine whether it happened. This run may have been one without it, so its intent stays open for a day. */
function actionMessage(doing: string, { intent, context }: IntentCall): string {
  const isRecent = context.clock.today() - intent.at < AGES.actionMs;
  if (!isRecent) context.journal.settle(intent.id);
  const sent = intent.response ? "sent the request to" : "may have sent the request to";
  const next = isRecent
    ? "run `pulumi up` within a day of that request to determine the outcome"
    : "the next `pulumi up` runs it again";
  return (
    `An interrupted update (${when(intent)}) ${sent} ${doing} for ${resourceName(intent.urn)}, but the result does not seem to be in ` +
    `state. Check the service's console to see whether it happened. If the program still declares it, ${next}.`
  );
}
