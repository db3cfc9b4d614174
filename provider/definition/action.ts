import { define } from "./definition";
import type { Definition } from "./definition";
import type { Values } from "./values";

/** An object that must be in a certain status before an action begins, or that is waited for afterwards. */
export interface Subject {
  /** In words: "database". */
  readonly noun: string;
  /** Path of its collection; `{name}` stands for an argument. */
  readonly collection: string;
  /** The argument that holds its id; `id` is the id of the object that the action makes. */
  readonly id: string;
  /** Statuses that end the wait. */
  readonly ready: readonly string[];
  /** Statuses that no waiting leads out of, and what to say of each. */
  readonly terminal?: Readonly<Record<string, string>>;
}

/**
 * What the service shows of the action having been run. It is looked at before the request and again when the answer does not
 * tell enough: what is marked then and was not marked before comes from the request.
 */
export interface Trace<Args extends object = Values> {
  /** Where to look; `{name}` stands for an argument. */
  readonly path: string;
  /** The path leads to a list of several pages; `marks` gets all of it as `data`. */
  readonly isList?: true;
  /** What a look finds that this action may have left: ids of objects, a status, … */
  readonly marks: (answer: Values, args: Partial<Args>) => readonly string[];
  /** All marks, also those that look like somebody else's; the first new one is ours where the request was surely accepted. */
  readonly anyMarks?: (answer: Values) => readonly string[];
  /** A new mark is the id of the object that was made, or the end of the action, or only its beginning. */
  readonly tells: "object" | "end" | "beginning";
  /** The marks are secret: only what cannot be turned back is kept of them. */
  readonly isSecret?: true;
}

/** The objects that an action makes, as a list of all of them needs to know. */
interface Makes {
  /** All that are there, whoever asked for them, in the answer of the path that the trace is looked for at. */
  readonly objects: (answer: Values) => readonly Values[];
  /** Statuses of the object that they would be in, in which there are none and the service does not tell. */
  readonly noneWhile?: readonly string[];
}

/** How an action is run. */
interface Action<Args extends object> {
  /** In words, after "The request to": "take the snapshot". */
  readonly doing: string;
  /** Object that no two actions of a run work on at once: a path with arguments. */
  readonly lockKey: string;
  readonly before: readonly Subject[];
  /** The first subject may refuse more requests while it has one of these statuses, which is waited out. */
  readonly queuesWhile?: readonly string[];
  /** Body of the POST to the collection. */
  readonly body?: (args: Partial<Args>) => Values;
  /** Its answer is the object that it makes, so that one without the object's id tells nothing. */
  readonly answersObject?: true;
  readonly trace: Trace<Args>;
  /** What it makes, where that is an object. */
  readonly makes?: Makes;
  readonly after: readonly Subject[];
  /** What the computed outputs are read from at the end; `{id}` is the id of the object that was made. */
  readonly outcome?: string;
  /** Whether deleting the resource deletes what the action has made, or only forgets it. */
  readonly deleting: "forget" | "delete";
  /** What a delete that only forgets tells. */
  readonly forgetting?: string;
}

/**
 * A resource kind that stands for something done at the service, once for each set of arguments. `collection` is the path of
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
