import type { SourceLine } from "../report/model";
import type { Values } from "../../provider/definition/values";

/** What the update does to one resource. */
export interface Operation {
  /** What the engine calls the step; a replacement is one. */
  readonly op: "create" | "import" | "update" | "replace" | "delete";
  readonly urn: string;
  /** Name in the program. */
  readonly name: string;
  /** Resource type, such as `Instance`. */
  readonly kind: string;
  /** The line of the program that declares it; absent if the state does not contain it. */
  readonly source?: SourceLine;
  /** Of a replacement: whether the old resource is deleted before the new one is created. */
  readonly deletesFirst?: true;
  /** Inputs that change, or that force the replacement. */
  readonly inputs: readonly string[];
  /** How long it waits, as far as that is known. */
  readonly waits: Span;
  /** Whether it also waits for something whose duration is not known. */
  readonly untimed?: true;
  /** Data that is lost. */
  readonly loses?: string;
  /** How long an existing resource is not available, in seconds; absent if it stays available. */
  readonly down?: Span;
  /** US dollars each month; absent if it costs nothing, or if its price is not known. */
  readonly cost?: Cost;
  /** Why the API, or a preview, rejects it. */
  readonly rejected?: string;
}

/** A time in seconds. */
export interface Span {
  readonly leastSec: number;
  readonly mostSec: number;
}

/** US dollars each month. */
interface Cost {
  readonly before: number;
  readonly after: number;
}

/** A copy of an account that the rehearsal used. */
export interface RehearsedAccount {
  readonly url: string;
  /** Resources in the copy. */
  readonly resources: number;
  /** Requests that the copy took. */
  readonly readRequests: number;
  /** Lists that the token may not read, or that the API does not have. */
  readonly unread: readonly string[];
  /** What the update sends. */
  readonly requests: number;
  readonly writes: number;
  readonly instanceCreates: number;
}

/** An interruption of the update, and what the next one makes of it. */
export interface FaultRun {
  /** Number of the write in the update, counting from 1. */
  readonly number: number;
  /** The write that got no response: `POST /compute/instances`. */
  readonly exchange: string;
  readonly recovered: boolean;
  /** What differs from the update without an interruption. */
  readonly differences: readonly string[];
}

/** The result of a rehearsal, as `--format json` prints it. Every incompatible change increments `version`. */
export interface Report {
  readonly version: 1;
  readonly tool: { readonly name: "pulumi-compute"; readonly version: string };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly stack: string;
  /**
   * `unclean`: the update succeeds, but a second preview or a refresh then finds changes. `unrecovered`: it succeeds, but the next one does
   * not complete it after an interruption.
   */
  readonly outcome: "unchanged" | "succeeds" | "unclean" | "unrecovered" | "fails";
  readonly accounts: readonly RehearsedAccount[];
  /** In the order in which the engine starts them. */
  readonly operations: readonly Operation[];
  /** The whole update. `unknown` has the events whose duration is not known, which are not counted. */
  readonly takes: Span & { readonly unknown: readonly string[] };
  /** Of the whole stack; `unpriced` names the resources whose price is not known. */
  readonly cost: Cost & { readonly unpriced: readonly string[] };
  /** Errors that belong to no operation. */
  readonly errors: readonly string[];
  /** Warnings of the update. */
  readonly warnings: readonly string[];
  /** Outputs of the stack after the update. A secret is `[secret]`. */
  readonly outputs: Values;
  /** What a second preview and a refresh would change: `update web`. */
  readonly leftover: { readonly preview: readonly string[]; readonly refresh: readonly string[] };
  readonly faults?: readonly FaultRun[];
}
