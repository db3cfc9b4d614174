import type { Values } from "../../definition/values";

/** Hidden input that carries what Pulumi's dynamic contract does not hand over. */
export const OPTIONS = "__options";

/** Options of the resource that reach the lifecycle through that input. */
export interface Options {
  readonly urn?: string;
  readonly organization?: string;
  /** Deadlines in seconds, from `customTimeouts`. */
  readonly timeouts?: { readonly create?: number; readonly update?: number; readonly delete?: number };
  /** Id of an existing object to take over, from `import`. */
  readonly import?: string;
  /** Nothing is going to be done now; never recorded. */
  readonly isPreview?: true;
  /** A replacement deletes the object first, from `deleteBeforeReplace`: the engine does that itself. */
  readonly deletesFirst?: true;
  /** Arguments that may differ from the object, from `ignoreChanges`. */
  readonly ignoreChanges?: readonly string[];
  /** Where the arguments have what the program itself marked as secret. */
  readonly secrets?: readonly (readonly string[])[];
  /** Arguments whose change replaces the object, from `replaceOnChanges`: the engine does that itself. */
  readonly replaceOnChanges?: readonly string[];
  /** The program still has the `import` option, although the state has the object. */
  readonly importStays?: true;
  /** The name was made by us, not given by the user. */
  readonly generated?: true;
  /** The content's hash was computed by us; of a file that looks like this, which is so not read again. */
  readonly content?: { readonly path?: string; readonly size?: number; readonly modified?: number };
}

export function optionsOf(values: Values): Options {
  return values[OPTIONS] ?? {};
}

/** Whether the user wants whatever the object has for this argument. */
export function isIgnored(values: Values, name: string): boolean {
  const { ignoreChanges = [] } = optionsOf(values);
  return ignoreChanges.includes(name) || ignoreChanges.includes("*");
}

/** Whether the user wants a change of this argument to replace the object. */
export function isReplacedOnChange(values: Values, name: string): boolean {
  const { replaceOnChanges = [] } = optionsOf(values);
  return replaceOnChanges.includes(name) || replaceOnChanges.includes("*");
}
