import type { Values } from "../definition/values";

/** A resource in the output of `pulumi stack export`. */
export interface ExportedResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Values;
  readonly outputs?: Values;
  /** URN and ID of its provider, joined by `::`. */
  readonly provider?: string;
  /** The program only reads it (`.get`). */
  readonly external?: boolean;
  /** It is the old resource of an unfinished replacement, still to be deleted. */
  readonly delete?: boolean;
  /** It is already deleted, but its replacement is not created yet. */
  readonly pendingReplacement?: boolean;
  readonly sourcePosition?: string;
  readonly parent?: string;
  readonly dependencies?: readonly string[];
  /** By input. */
  readonly propertyDependencies?: Readonly<Record<string, readonly string[]>>;
  readonly deletedWith?: string;
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  /** In seconds, by operation. */
  readonly customTimeouts?: Readonly<Record<string, number>>;
  readonly additionalSecretOutputs?: readonly string[];
  readonly ignoreChanges?: readonly string[];
  /** When the engine recorded it first, in UTC. */
  readonly created?: string;
  /** When the engine last recorded it, in UTC. */
  readonly modified?: string;
}

/** Whether the stack manages what has this ID: the program doesn't only read it, and it is not deleted already. */
export function isManaged(resource: ExportedResource): resource is ExportedResource & { readonly id: string } {
  const { id = "", external, pendingReplacement } = resource;
  return id !== "" && !external && !pendingReplacement;
}

/** The text is not the output of `pulumi stack export`. */
export class UnfitExportError extends Error {}

/** An operation that the engine had begun, and not finished, when it wrote the state for the last time. */
interface ExportedOperation {
  readonly resource: ExportedResource;
  /** `creating`, `updating`, `deleting`, `reading` or `importing`. */
  readonly type: string;
}

/** The output of `pulumi stack export`. */
export interface Exported {
  readonly resources: readonly ExportedResource[];
  readonly pendingOperations: readonly ExportedOperation[];
  /** When the engine wrote the state for the last time, in milliseconds since 1970. */
  readonly writtenAt: number | undefined;
}

/** The resource's name in the program. */
export function nameIn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** The stack and the project of a resource. */
export function placeIn(urn: string): { readonly stack: string; readonly project: string } {
  const [, stack = "", project = ""] = /^urn:pulumi:(.*?)::(.*?)::/.exec(urn) ?? [];
  return { stack, project };
}

/** @throws UnfitExportError */
export function parseExport(text: string): Exported {
  const deployment = memberOf(parse(text), "deployment");
  if (typeof deployment !== "object" || deployment === null) {
    throw new UnfitExportError("it has no `deployment`");
  }
  const resources = memberOf(deployment, "resources") ?? [];
  if (!Array.isArray(resources) || !resources.every(isResource)) {
    throw new UnfitExportError("its resources are not a list of objects with a `urn` and a `type`");
  }
  const pendingOperations = memberOf(deployment, "pending_operations") ?? [];
  if (!Array.isArray(pendingOperations) || !pendingOperations.every(isOperation)) {
    throw new UnfitExportError("its pending operations are not a list of objects with a `resource` and a `type`");
  }
  const time = Date.parse(String(memberOf(memberOf(deployment, "manifest"), "time")));
  return { resources, pendingOperations, writtenAt: Number.isNaN(time) ? undefined : time };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may contain secrets.
    throw new UnfitExportError("it is not valid JSON");
  }
}

function isResource(entry: unknown): entry is ExportedResource {
  return typeof memberOf(entry, "urn") === "string" && typeof memberOf(entry, "type") === "string";
}

function isOperation(entry: unknown): entry is ExportedOperation {
  return typeof memberOf(entry, "type") === "string" && isResource(memberOf(entry, "resource"));
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Values)[name] : undefined;
}
