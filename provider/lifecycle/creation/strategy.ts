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

/** How an object is created. Chosen once for each create. */
export interface CreationStrategy {
  /** Looks for what an earlier run created and lost. */
  observe(asked: Asked): Promise<Found>;
  /**
   * Creates the object exactly once, and converges it.
   * @param converge brings the object in line with the arguments
   */
  create<T>(operation: Operation, converge: Converge<T>): Promise<T>;
  /** Waits until nothing of its creation is still running. */
  settle(operation: ObjectOperation, live: Values): Promise<Values>;
  /** Names of the arguments that the creation does not cover: an update request or their own endpoints do. */
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

/** A request that takes most of the object from elsewhere, whatever the arguments say. */
const fromOrigin: CreationStrategy = {
  observe: findOwnBeforeCreate,
  create: copy,
  settle: waitUntilCopied,
  remaining: remainingOfFound,
};

/** An object that is reserved first; its data is sent afterwards. */
const uploaded: CreationStrategy = {
  ...ordinary,
  observe: findOwnOrDiscard,
  create: async (operation, converge) => converge(operation, await createWithUpload(operation)),
};

/** A POST for a kind that may also be uploaded: an earlier run may have left an object without its data. */
const ordinaryBesideUploads: CreationStrategy = { ...ordinary, observe: findOwnOrDiscard };

export function strategyOf(definition: Definition, args: Values): CreationStrategy {
  if (originOf(definition, args)) return fromOrigin;
  if (!definition.creation?.upload) return ordinary;
  return sendsContent(definition, args) ? uploaded : ordinaryBesideUploads;
}

/** What remains to be done for an object created earlier, by whatever request. */
export function remainingOfFound(operation: Operation, live: Values): readonly string[] {
  const { definition, args } = operation;
  return [...differing(operation, live, givenArguments(definition, args)), ...appliedAfterCreate(definition, args)];
}

function updatedAfterCreate(definition: Definition, args: Values): string[] {
  return Object.keys(definition.args).filter(
    (name) => args[name] !== undefined && definition.args[name]?.sent?.in === "update",
  );
}

/** Arguments with their own endpoints, applied after the create; the service does not show their values. */
export function appliedAfterCreate(definition: Definition, args: Values): string[] {
  return Object.keys(definition.args).filter(
    (name) => args[name] !== undefined && definition.args[name]?.change?.appliedAfterCreate?.(args),
  );
}
