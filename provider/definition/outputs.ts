import type { Values } from "./values";

/** Where the outputs of a kind come from. Every argument is also an output, under its own name. */
export interface OutputRules<Args extends object = Values, State extends object = Values> {
  /** One source for each output that is not an argument. */
  readonly from: { readonly [K in Computed<Args, State>]: OutputSource };
  /** Fields of the response that are never null: a response with null in one of them is not trusted. */
  readonly neverNull?: readonly string[];
  /**
   * Outputs that an update in place changes only if it changes one of these arguments: otherwise a preview shows their live values.
   * An output that is not named here may change with any update. An argument named here is about its value when the program leaves
   * it out; a change of the argument itself of course changes it.
   */
  readonly movedBy?: { readonly [K in keyof State & string]?: readonly (keyof Args & string)[] };
  /** Paths below the object's own that provide some of the outputs, by their last part. */
  readonly subResources?: Readonly<Record<string, SubResource>>;
  /** Even a read needs a token that may write (Linode API v4, Access and Authentication). */
  readonly readNeedsWrite?: true;
}

type Computed<Args, State> = string extends keyof State ? string : Exclude<keyof State, keyof Args>;

export interface OutputSource {
  /** The field of the response. */
  readonly field: string;
  /** The sub-resource whose response has it; without this, the object's own. */
  readonly of?: string;
  /** Encrypted in the state and never printed. */
  readonly secret?: true;
}

export interface SubResource {
  /** Statuses of the object in which the service provides it; in others, the state keeps what it has. */
  readonly availableIn: readonly string[];
  /** What it answered once stays as it is for the life of the object, so it is read only once. */
  readonly neverChanges?: true;
}

/** Each output from the field of the same name in the object's own response. */
export function fields<const Name extends string>(...names: readonly Name[]): Record<Name, OutputSource> {
  return Object.fromEntries(names.map((name) => [name, { field: name }])) as unknown as Record<Name, OutputSource>;
}

/** Outputs from the object's own response, with their fields. */
export function ownOutputs({ from }: OutputRules): [string, string][] {
  return Object.entries(from).flatMap(([name, { of, field }]) => (of === undefined ? [[name, field]] : []));
}

/** Outputs from the given sub-resource, or from any, with their sources. */
export function subResourceOutputs({ from }: OutputRules, subResource?: string): [string, OutputSource][] {
  return Object.entries(from).filter(([, { of }]) =>
    subResource === undefined ? of !== undefined : of === subResource,
  );
}
