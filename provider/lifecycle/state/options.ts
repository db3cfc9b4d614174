import type { Values } from "../../definition/values";

/** Hidden input for what Pulumi's dynamic contract does not pass on. */
export const OPTIONS = "__options";

/** The resource options that reach the lifecycle through that input. */
export interface Options {
  readonly urn?: string;
  /** Left out where it is the default one: every byte of the state is written again with every resource. */
  readonly organization?: string;
  /** Deadlines in seconds, from `customTimeouts`. */
  readonly timeouts?: { readonly create?: number; readonly update?: number; readonly delete?: number };
  /** Id of an existing object, from `import`. */
  readonly import?: string;
  /** The call belongs to a preview. Never recorded. */
  readonly isPreview?: true;
  /** A replacement deletes first, from `deleteBeforeReplace`. The engine does that itself. */
  readonly deletesFirst?: true;
  /** Arguments whose differences are ignored, from `ignoreChanges`. */
  readonly ignoreChanges?: readonly string[];
  /** Paths of the values that the program itself marked as secret. */
  readonly secrets?: readonly (readonly string[])[];
  /** Arguments whose change replaces the object, from `replaceOnChanges`. The engine does that itself. */
  readonly replaceOnChanges?: readonly string[];
  /** The program still has the `import` option, although the object is in the state. */
  readonly importStays?: true;
  /** The name was generated, not given by the user. */
  readonly generated?: true;
  /** The content's hash was computed from a file that looked like this; while it still does, it is not read again. */
  readonly content?: { readonly path?: string; readonly size?: number; readonly modified?: number };
}

/** The organization of every stack whose backend is not Pulumi Cloud. */
export const DEFAULT_ORGANIZATION = "organization";

export function organizationOf({ organization = DEFAULT_ORGANIZATION }: Options): string {
  return organization;
}

export function optionsOf(values: Values): Options {
  return values[OPTIONS] ?? {};
}

/** Whether the user accepts any live value of this argument. */
export function isIgnored(values: Values, name: string): boolean {
  const { ignoreChanges = [] } = optionsOf(values);
  return ignoreChanges.includes(name) || ignoreChanges.includes("*");
}

/** Whether the user wants a change of this argument to replace the object. */
export function isReplacedOnChange(values: Values, name: string): boolean {
  const { replaceOnChanges = [] } = optionsOf(values);
  return replaceOnChanges.includes(name) || replaceOnChanges.includes("*");
}
