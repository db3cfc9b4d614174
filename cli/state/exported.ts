import type { Values } from "../../provider/definition/values";

/** A resource as an export has it. */
export interface ExportedResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Values;
  readonly outputs?: Values;
  /** URN and id of its provider, joined by `::`. */
  readonly provider?: string;
  /** It was only read (`.get`). */
  readonly external?: boolean;
  /** It is the old half of a replacement that has not ended. */
  readonly delete?: boolean;
  /** Nothing of it exists any more; a replacement is to follow. */
  readonly pendingReplacement?: boolean;
  readonly sourcePosition?: string;
  /** When the engine recorded it last, in UTC. */
  readonly modified?: string;
}

/** The text is not what `pulumi stack export` prints. */
export class UnfitExportError extends Error {}

/** The resources in the text that `pulumi stack export` prints. */
export function resourcesIn(text: string): readonly ExportedResource[] {
  const deployment = memberOf(parse(text), "deployment");
  if (typeof deployment !== "object" || deployment === null) {
    throw new UnfitExportError("it has no `deployment`");
  }
  const resources = memberOf(deployment, "resources") ?? [];
  if (!Array.isArray(resources) || !resources.every(isResource)) {
    throw new UnfitExportError("its resources are not a list of objects with a `urn` and a `type`");
  }
  return resources;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may hold secrets.
    throw new UnfitExportError("it is not valid JSON");
  }
}

function isResource(entry: unknown): entry is ExportedResource {
  return typeof memberOf(entry, "urn") === "string" && typeof memberOf(entry, "type") === "string";
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Values)[name] : undefined;
}
