import type { Values } from "./values";

/** What sets a create of a kind apart from one POST to its collection. */
export interface CreationRule<Args extends object = Values> {
  /**
   * Other ways to create an object, by name of the argument that asks for it; at most one can be given. It only matters to the
   * create: another value replaces the object, taking it away changes nothing.
   */
  readonly origins?: { readonly [K in keyof Args & string]?: Origin<Args> };
  /** Data that a create may send beside its requests. */
  readonly upload?: UploadRule<Args>;
  /** What a refusal of the create says that will pass: it is sent again until the deadline. */
  readonly retriesOn?: RegExp;
  /** A replacement deletes the old object first: it must be gone before the new one can exist. */
  readonly deleteBeforeReplace?: true;
}

/** Another way to create an object: a request that brings most of it from somewhere else. */
export interface Origin<Args extends object = Values> {
  /** Names of the arguments that the source brings: rules that ask for them are content without. */
  readonly fills: readonly (keyof Args & string)[];
  /**
   * Arguments that cannot stand beside it, and why. Where the program gives one of them in its place, it wants an object of that
   * other origin.
   */
  readonly excludes?: { readonly [K in keyof Args & string]?: string };
  /** The POST that takes the place of the ordinary one; whatever its answer differs in from the arguments follows by update requests. */
  readonly request: (args: Partial<Args>) => { readonly path: string; readonly body: Values };
  /** The object of the same kind that is copied: its id, and the path of the property that names it. */
  readonly copies?: { readonly path: string; readonly id: (args: Partial<Args>) => unknown };
  /** What goes on at the source meanwhile; without it, the copy is made when the service has answered. */
  readonly copying?: CopyRule;
  /** Seconds that such a create may take, where the usual ones are not enough. */
  readonly createSec?: number;
}

/** How the service copies an object. */
export interface CopyRule {
  /** The status of the source until its last copy is made. */
  readonly status: string;
  /** So many copies of one source may be made at once. */
  readonly most: number;
}

/** Data that a create sends, after the service has reserved an object for it and told an address that waits for the data. */
export interface UploadRule<Args extends object = Values> {
  /** The argument that says where the data is; a create without it is an ordinary one. */
  readonly from: keyof Args & string;
  /** The argument that tells one content from another. What the user leaves out is computed: SHA-256 of the data, as it is given. */
  readonly hash: keyof Args & string;
  /** The POST that reserves the object. */
  readonly reserve: (args: Partial<Args>) => { readonly path: string; readonly body: Values };
  /** Fields of its answer: the object, and the address, which is a secret. */
  readonly object: string;
  readonly address: string;
  /** The status in which the object waits for its data. */
  readonly awaiting: string;
  /** Most bytes that may be sent, compressed by gzip. */
  readonly mostBytes: number;
}
