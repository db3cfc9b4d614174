import type { Values } from "./values";

/** Where the outputs of a kind come from. An argument is an output as well, under its own name. */
export interface OutputRules<Args extends object = Values, State extends object = Values> {
  /** One source for each output that is no argument. */
  readonly from: { readonly [K in Computed<Args, State>]: OutputSource };
  /** Fields of the answer that are null for no object: an object that shows null there is not believed. */
  readonly neverNull?: readonly string[];
  /**
   * Outputs that a change in place leaves as they are unless it changes one of these arguments: a preview shows their live values.
   * An output that is not named may be moved by any change. An argument stands here for its value where the program leaves it out;
   * that a change of the argument itself moves it goes without saying.
   */
  readonly movedBy?: { readonly [K in keyof State & string]?: readonly (keyof Args & string)[] };
  /** Paths below the object's own that tell some of the outputs, by their last part. */
  readonly subResources?: Readonly<Record<string, SubResource>>;
}

type Computed<Args, State> = string extends keyof State ? string : Exclude<keyof State, keyof Args>;

export interface OutputSource {
  /** The field of the answer. */
  readonly field: string;
  /** The sub-resource whose answer has it, rather than the object's own. */
  readonly of?: string;
  /** Encrypted in the state and never printed. */
  readonly secret?: true;
}

export interface SubResource {
  /** Statuses of the object in which the service answers; in others the state keeps what it has. */
  readonly availableIn: readonly string[];
}

/** Each output from the field of the object's own answer that has the same name. */
export function fields<const Name extends string>(...names: readonly Name[]): Record<Name, OutputSource> {
  return Object.fromEntries(names.map((name) => [name, { field: name }])) as unknown as Record<Name, OutputSource>;
}

/** Outputs that the object's own answer has, with their fields. */
export function ownOutputs({ from }: OutputRules): [string, string][] {
  return Object.entries(from).flatMap(([name, { of, field }]) => (of === undefined ? [[name, field]] : []));
}

/** Outputs that a sub-resource has, or any of them, with their sources. */
export function subResourceOutputs({ from }: OutputRules, subResource?: string): [string, OutputSource][] {
  return Object.entries(from).filter(([, { of }]) =>
    subResource === undefined ? of !== undefined : of === subResource,
  );
}
