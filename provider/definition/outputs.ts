import type { Values } from "./values";

/** Where a resource type's outputs come from. Every input is also an output, under its own name. */
export interface OutputRules<Args extends object = Values, State extends object = Values> {
  /** One source for each output that is not an input. */
  readonly from: { readonly [K in Computed<Args, State>]: OutputSource };
  /** Fields of the response that are never null: a response with null in one of them is not trusted. */
  readonly neverNull?: readonly string[];
  /**
   * Outputs that an update in place changes only if it changes one of these inputs; otherwise, preview shows their live values. An
   * output that is not named here may change with any update. For an input named here, this applies to its value when the program
   * omits it; changing the input itself always changes the output.
   */
  readonly movedBy?: { readonly [K in keyof State & string]?: readonly (keyof Args & string)[] };
  /** Paths below the resource's own that provide some of the outputs, by their last segment. */
  readonly subResources?: Readonly<Record<string, SubResource>>;
  /** Even a read requires a token with write access (Linode API v4, Access and Authentication). */
  readonly readNeedsWrite?: true;
}

type Computed<Args, State> = string extends keyof State ? string : Exclude<keyof State, keyof Args>;

export interface OutputSource {
  readonly field: string;
  /** The output for the field's value; by default, the value itself. */
  readonly as?: (value: unknown) => unknown;
  /** The sub-resource whose response has the field; by default, the resource's own response. */
  readonly of?: string;
  /** Encrypted in state and never printed. */
  readonly secret?: true;
}

export interface SubResource {
  /** Statuses of the resource in which the API provides it; in others, state keeps the previous values. */
  readonly availableIn: readonly string[];
  /** Its response never changes during the life of the resource, so it is read only once. */
  readonly neverChanges?: true;
}

/** Outputs that come from the field of the same name in the resource's own response. */
export function fields<const Name extends string>(...names: readonly Name[]): Record<Name, OutputSource> {
  return Object.fromEntries(names.map((name) => [name, { field: name }])) as unknown as Record<Name, OutputSource>;
}

/** Outputs from the resource's own response, with their fields. */
export function ownOutputs({ from }: OutputRules): [string, string][] {
  return Object.entries(from).flatMap(([name, { of, field }]) => (of === undefined ? [[name, field]] : []));
}

/** The values of outputs from the resource's own response. */
export function ownOutputValues({ from }: OutputRules, live: Values): Values {
  return Object.fromEntries(
    Object.entries(from).flatMap(([name, { of, field, as = (value: unknown) => value }]) =>
      of === undefined ? [[name, as(live[field])]] : [],
    ),
  );
}

/** Outputs from the given sub-resource, or from any, with their sources. */
export function subResourceOutputs({ from }: OutputRules, subResource?: string): [string, OutputSource][] {
  return Object.entries(from).filter(([, { of }]) =>
    subResource === undefined ? of !== undefined : of === subResource,
  );
}
