import { define } from "./definition";
import type { Definition } from "./definition";
import type { Values } from "./values";

/** An object that must have a certain status before an action begins, or that is waited for afterwards. */
export interface Subject {
  /** For messages: "database". */
  readonly noun: string;
  /** Path of its collection; `{name}` stands for an argument. */
  readonly collection: string;
  /** The argument that holds its id; `id` is the id of the object that the action makes. */
  readonly id: string;
  /** Statuses that end the wait. */
  readonly ready: readonly string[];
  /** Statuses that do not end by waiting, and what to say about each. */
  readonly terminal?: Readonly<Record<string, string>>;
}

/**
 * What the service shows once the action has been run. It is read before the request, and again when the response does not
 * say enough: a marker that is there now and was not there before comes from the request.
 */
export interface ActionEvidence<Args extends object = Values> {
  /** Where to look; `{name}` stands for an argument. */
  readonly path: string;
  /** The path leads to a list of several pages; `markers` gets all of it as `data`. */
  readonly isList?: true;
  /** What in the answer this action may have left: ids of objects, a status, … */
  readonly markers: (answer: Values, args: Partial<Args>) => readonly string[];
  /** All markers, including those that look like someone else's; the first new one is ours if the request was certainly accepted. */
  readonly anyMarkers?: (answer: Values) => readonly string[];
  /** What a new marker shows: the id of the object that was made, the end of the action, or only its beginning. */
  readonly shows: "object" | "end" | "beginning";
  /** The markers are secret: only a one-way hash of them is kept. */
  readonly isSecret?: true;
}

/** The objects that an action makes: what is needed to list all of them. */
interface Makes {
  /** All existing ones, whoever asked for them, from a response at the path of the evidence. */
  readonly objects: (answer: Values) => readonly Values[];
  /** Statuses of the object they belong to in which there are none, although the service does not say so. */
  readonly noneWhile?: readonly string[];
}

/** How an action is run. */
interface Action<Args extends object> {
  /** For messages, after "The request to": "take the snapshot". */
  readonly doing: string;
  /** The object that no two actions of a run may work on at once: a path with arguments. */
  readonly lockKey: string;
  readonly before: readonly Subject[];
  /** While the first subject has one of these statuses it may refuse more requests; the action waits until that is over. */
  readonly queuesWhile?: readonly string[];
  /** Body of the POST to the collection. */
  readonly body?: (args: Partial<Args>) => Values;
  /** The response is the object that was made, so a response without its id says nothing. */
  readonly answersObject?: true;
  readonly evidence: ActionEvidence<Args>;
  /** What it makes, if that is an object. */
  readonly makes?: Makes;
  readonly after: readonly Subject[];
  /** The path that the computed outputs are read from at the end; `{id}` is the id of the object that was made. */
  readonly outcome?: string;
  /** Whether deleting the resource deletes what the action has made, or only forgets it. */
  readonly deleting: "forget" | "delete";
  /** The message of a delete that only forgets. */
  readonly forgetting?: string;
}

/**
 * A resource kind for something that is done at the service, once for each set of arguments. `collection` is the path of
 * its POST; every argument replaces it.
 */
export interface ActionDefinition<Args extends object = Values, State extends object = Values> extends Definition<
  Args,
  State
> {
  readonly action: Action<Args>;
}

/** Declares an action, as `define` declares a kind of objects. */
export function defineAction<Args extends object, State extends object>(
  definition: ActionDefinition<Args, State>,
): ActionDefinition {
  return define(definition) as ActionDefinition;
}

export function isAction(definition: Definition): definition is ActionDefinition {
  return "action" in definition;
}
