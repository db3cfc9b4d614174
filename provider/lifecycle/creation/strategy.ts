import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { differing, findOwnBeforeCreate } from "../ownership";
import type { Found } from "../ownership";
import { collectionPath, createBody, givenArguments, originOf } from "../state";
import type { Asked, ObjectOperation, Operation } from "../context";
import { createWithUpload, findOwnOrDiscard, sendsContent } from "../upload";
import { copy, waitUntilCopied } from "./clone-source";
import type { Converge } from "./clone-source";
import { createOnce } from "./create-once";

/** How an object comes to be. Chosen once for each create. */
export interface CreationStrategy {
  /** What an earlier run has made of the resource, and lost. */
  observe(asked: Asked): Promise<Found>;
  /**
   * Makes the object, once, and converges it.
   * @param converge leads the object to what the arguments ask for
   */
  create<T>(operation: Operation, converge: Converge<T>): Promise<T>;
  /** Waits until nothing of its making is under way. */
  settle(operation: ObjectOperation, live: Values): Promise<Values>;
  /** Names of the arguments that the making does not see to: an update request or endpoints of their own do. */
  remaining(operation: Operation, live: Values): readonly string[];
}

const settle: CreationStrategy["settle"] = (_, live) => Promise.resolve(live);

/** One POST to the collection. */
const ordinary: CreationStrategy = {
  observe: findOwnBeforeCreate,
  create: async (operation, converge) => {
    const { definition, args } = operation;
    const request = { path: collectionPath(definition, args), body: createBody(definition, args) };
    return converge(operation, await createOnce(operation, request));
  },
  settle,
  remaining: ({ definition, args }) => [
    ...updatedAfterCreate(definition, args),
    ...appliedAfterCreate(definition, args),
  ],
};

/** A request that brings most of the object from somewhere else: what that brings is not what the arguments say. */
const fromOrigin: CreationStrategy = {
  observe: findOwnBeforeCreate,
  create: copy,
  settle: waitUntilCopied,
  remaining: remainingOfFound,
};

/** An object that is reserved, and the data that it is made of sent after that. */
const uploaded: CreationStrategy = {
  ...ordinary,
  observe: findOwnOrDiscard,
  create: async (operation, converge) => converge(operation, await createWithUpload(operation)),
};

/** A POST of a kind whose objects may be uploaded as well: an earlier run may have left one without its data. */
const ordinaryBesideUploads: CreationStrategy = { ...ordinary, observe: findOwnOrDiscard };

export function strategyOf(definition: Definition, args: Values): CreationStrategy {
  if (originOf(definition, args)) return fromOrigin;
  if (!definition.creation?.upload) return ordinary;
  return sendsContent(definition, args) ? uploaded : ordinaryBesideUploads;
}

/** What is left to do for an object that was made earlier, by whatever request. */
export function remainingOfFound(operation: Operation, live: Values): readonly string[] {
  const { definition, args } = operation;
  return [...differing(operation, live, givenArguments(definition, args)), ...appliedAfterCreate(definition, args)];
}

function updatedAfterCreate(definition: Definition, args: Values): string[] {
  return Object.keys(definition.args).filter(
    (name) => args[name] !== undefined && definition.args[name]?.sent?.in === "update",
  );
}

/** Arguments with endpoints of their own that follow the create; the service does not show what they have come to. */
export function appliedAfterCreate(definition: Definition, args: Values): string[] {
  return Object.keys(definition.args).filter(
    (name) => args[name] !== undefined && definition.args[name]?.change?.appliedAfterCreate?.(args),
  );
}
