import type { Values } from "./values";

/** Where a resource type's outputs come from. Every input is also an output, under its own name. */
export interface OutputRules<Args extends object = Values, State extends object = Values> {
  /** One source for each output that is not an input. */
  readonly from: { readonly [K in Computed<Args, State>]: OutputSource };
  /** Fields of the response that are never null, such as `label`: a response with null in one of them is not trusted. */
  readonly neverNull?: readonly string[];
  /**
   * Outputs that an update in place changes only if it changes one of these inputs, as `{ ipv4: ["privateIp"] }`; otherwise, preview shows
   * their live values. An output that is not named here may change with any update. For an input named here, this applies to its value when the
   * program omits it; changing the input itself always changes the output.
   */
  readonly movedBy?: { readonly [K in keyof State & string]?: readonly (keyof Args & string)[] };
  /**
   * Paths below the resource's own that provide some of the outputs, by their last segment (`credentials`), while no operation is in progress;
   * otherwise, state keeps the previous values. A response that never changes during the life of the resource is read only once.
   */
  readonly subResources?: Readonly<Record<string, "may change" | "never changes">>;
  /** Inputs that responses about the resource lack, each with the path below the resource's own that shows it: `access`. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Even a read requires a token with write access, as of a database's backups (Linode API v4, Access and Authentication). */
  readonly readNeedsWrite?: true;
}

type Computed<Args, State> = string extends keyof State ? string : Exclude<keyof State, keyof Args>;

export interface OutputSource {
  /** Of the resource's own response, or after the name of a sub-resource: `credentials.username`. */
  readonly field: string;
  /** Reads the output from the response, as the first of several addresses; by default, it is the field's value. */
  readonly from?: (live: Values) => unknown;
  /** Encrypted in state and never printed. */
  readonly secret?: true;
}

/** Outputs that come from the field of the same name in the resource's own response. */
export function fields<const Name extends string>(...names: readonly Name[]): Record<Name, OutputSource> {
  return Object.fromEntries(names.map((name) => [name, { field: name }])) as unknown as Record<Name, OutputSource>;
}

/** Outputs from the resource's own response, with their fields. */
export function ownOutputs({ from }: OutputRules): [string, string][] {
  return Object.entries(from).flatMap(([name, { field }]) => (field.includes(".") ? [] : [[name, field]]));
}

/** The values of outputs from the resource's own response. */
export function ownOutputValues({ from }: OutputRules, live: Values): Values {
  return Object.fromEntries(
    Object.entries(from).flatMap(([name, { field, from: read }]) =>
      field.includes(".") ? [] : [[name, read ? read(live) : live[field]]],
    ),
  );
}

/** Outputs from the given sub-resource, or from any, with their sources in its response. */
export function subResourceOutputs({ from }: OutputRules, subResource?: string): [string, OutputSource][] {
  return Object.entries(from).flatMap(([name, source]) => {
    const [part, field] = source.field.split(".");
    return field === undefined || part !== (subResource ?? part) ? [] : [[name, { ...source, field }]];
  });
}
