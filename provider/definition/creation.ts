import type { Values } from "./values";

/** How a create of a kind differs from one POST to its collection. */
export interface CreationRule<Args extends object = Values> {
  /**
   * Other ways to create an object, by the name of the argument that asks for it; at most one can be given. It only matters to the
   * create: another value replaces the object, removing it changes nothing.
   */
  readonly origins?: { readonly [K in keyof Args & string]?: Origin<Args> };
  /** Data that a create may send in addition to its requests. */
  readonly upload?: UploadRule<Args>;
  /** Matches a refusal of the create that is temporary: it is sent again until the deadline. */
  readonly retriesOn?: RegExp;
  /** A replacement deletes the old object first, because the new one can only exist once the old one is gone. */
  readonly deleteBeforeReplace?: true;
}

/** Another way to create an object: a request that takes most of its contents from somewhere else. */
export interface Origin<Args extends object = Values> {
  /** Names of the arguments that the source provides: rules that require them are satisfied without. */
  readonly fills: readonly (keyof Args & string)[];
  /**
   * Arguments that it excludes, and why. A program that switches to one of them wants an object of that other origin.
   */
  readonly excludes?: { readonly [K in keyof Args & string]?: string };
  /** The POST that replaces the ordinary one; differences between its response and the arguments are settled by update requests. */
  readonly request: (args: Partial<Args>) => { readonly path: string; readonly body: Values };
  /** The object of the same kind that is copied: its id, and the path of the property that names it. */
  readonly copies?: { readonly path: string; readonly id: (args: Partial<Args>) => unknown };
  /** What happens at the source in the meantime; without it, the copy is complete when the service has answered. */
  readonly copying?: CopyRule;
  /** Seconds that such a create may take, if the usual deadline is too short. */
  readonly createSec?: number;
}

/** How the service copies an object. */
export interface CopyRule {
  /** The status of the source until its last copy is made. */
  readonly status: string;
  /** How many copies of one source may be made at once. */
  readonly most: number;
}

/** Data that a create sends after the service has reserved an object for it and returned an address for the upload. */
export interface UploadRule<Args extends object = Values> {
  /** The argument that says where the data is; without it, the create is an ordinary one. */
  readonly from: keyof Args & string;
  /** The argument that identifies the content. If the user leaves it out, it is computed: the SHA-256 of the data as given. */
  readonly hash: keyof Args & string;
  /** The POST that reserves the object. */
  readonly reserve: (args: Partial<Args>) => { readonly path: string; readonly body: Values };
  /** Fields of its response: the object, and the address, which is a secret. */
  readonly object: string;
  readonly address: string;
  /** The status in which the object waits for its data. */
  readonly awaiting: string;
  /** The maximum number of bytes that may be sent, compressed with gzip. */
  readonly mostBytes: number;
}
