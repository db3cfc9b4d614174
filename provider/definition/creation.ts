import type { Failure } from "./types";
import type { Values } from "./values";

/** How creating a resource differs from one POST to its collection. */
export interface CreationRule<Args extends object = Values> {
  /**
   * Other ways to create a resource, by the input that selects each; at most one can be set. Such an input matters only to the
   * create: changing it replaces the resource, removing it has no effect.
   */
  readonly origins?: { readonly [K in keyof Args & string]?: Origin<Args> };
  /** Data that a create may upload in addition to its requests. */
  readonly upload?: UploadRule<Args>;
  /**
   * The body of the POST; by default, every given input that the documents list for it, in canonical form unless that is null. A record at the
   * apex omits `name`.
   */
  readonly body?: (given: Values) => Values;
  /**
   * What a rejection of the create means, by its status code and reasons: a temporary one, after which it is sent again until the
   * timeout, or a failure to show instead, as while a disk is busy. By default, what the API says.
   */
  readonly whenRejected?: (status: number, reasons: string) => "retry" | Failure | undefined;
  /** Why the API would reject a create in this parent, as in a slave zone; a preview says so if the collection is empty. */
  readonly rejectedBy?: (parent: Values) => string | undefined;
}

/** Another way to create a resource: a request that takes most of the contents from an existing source. */
export interface Origin<Args extends object = Values> {
  /** Inputs that the source provides, as `soaEmail`: rules that require them are satisfied without them. */
  readonly fills: readonly (keyof Args & string)[];
  /**
   * Inputs that cannot be combined with it, and why: `{ image: "a clone has the disks of its source" }`. If the program replaces the origin with
   * one of them, the resource is replaced.
   */
  readonly excludes?: { readonly [K in keyof Args & string]?: string };
  /** The POST to send instead of the ordinary one. Update requests then apply the inputs that differ from its response. */
  readonly request: (args: Partial<Args>) => { readonly path: string; readonly body: Values };
  /** The existing resource of the same type that is cloned. */
  readonly source?: CloneRule;
  /** Timeout of such a create in seconds, if the usual one is too short: 7200. */
  readonly createSec?: number;
}

/** How the API clones a resource. */
export interface CloneRule {
  /** Path of the input that names the source: `cloneFrom.instanceId`. */
  readonly path: string;
  /** Status of the source until its last clone is complete. By default, a clone is complete as soon as the API has responded. */
  readonly status?: string;
  /** Maximum number of clones of one source in progress: 5. */
  readonly maxAtOnce?: number;
}

/** Data that a create sends after the API has reserved a resource for it and returned an upload URL. */
export interface UploadRule<Args extends object = Values> {
  /** The input that locates the data; without it, the create is an ordinary one. */
  readonly from: keyof Args & string;
  /** The input that identifies the content. If omitted, it is computed: the SHA-256 of the data as given. */
  readonly by: keyof Args & string;
  /** The POST that reserves the resource. */
  readonly request: (args: Partial<Args>) => { readonly path: string; readonly body: Values };
  /** What its response has: the resource, and the upload URL, which is a secret. */
  readonly reserved: (response: Values) => readonly [object: unknown, address: unknown];
  /** Status in which the resource waits for its data. */
  readonly status: string;
  /** Maximum number of bytes to send, compressed with gzip. */
  readonly maxBytes: number;
}
