import type { Failure } from "../definition/types";
import type { Values } from "../definition/values";
import type { Context } from "./context";
import type { Inspection } from "./drift";
import type { ChangedPart, Difference, InterruptedResult, Read } from "./object";
import type { Recorded } from "./state";

/**
 * The operations of one resource type, independent of the engine. A front end only translates: inputs and states contain `UNKNOWN` for
 * values that are still unknown, and resource options and metadata under `OPTIONS`. It calls the operations in the engine's order, with
 * contexts of one session, which also receive the messages.
 */
export interface ResourceHandlers {
  /** @param olds inputs of the last check; empty for a new resource */
  check(olds: Values, news: Values, context: Context): Promise<CheckResult>;
  /** @throws CloudError if the change is impossible */
  diff(recorded: Recorded, args: Values, context: Context): Promise<DiffResult>;
  /**
   * The state to show in a preview, with `UNKNOWN` for outputs that only the operation determines. For front ends whose engine asks for it.
   * @param recorded undefined for a create, of which it also emits the warnings of a preview
   * @throws CloudError if the create will fail
   */
  preview(recorded: Recorded | undefined, args: Values, context: Context): Promise<Values>;
  /**
   * Creates the remote resource, or imports the one that the `import` option names.
   * @throws UnfinishedError if it fails halfway; the error contains the state to record
   */
  create(args: Values, context: Context): Promise<Recorded>;
  /**
   * Reads the resource for a refresh, or for a `.get`, where only the ID is known and the state is empty.
   * @returns undefined if a refresh finds that it no longer exists
   */
  read(recorded: Recorded, context: Context): Promise<(Read & Recorded) | undefined>;
  /**
   * Reads an existing resource that is not in state, with the inputs to declare for it. For engines that import without the provider.
   * @throws CloudError if it does not exist, or if it is to be imported and cannot be
   */
  readNew(named: UnmanagedResource, context: Context): Promise<Read>;
  /**
   * @returns the new state
   * @throws UnfinishedError if it fails halfway; the error contains the state to record
   */
  update(recorded: Recorded, args: Values, context: Context): Promise<Values>;
  /** Succeeds if the remote resource no longer exists. */
  delete(recorded: Recorded, context: Context): Promise<void>;
  /**
   * Lists all remote resources of this type in the account, each as `read` returns it for a `.get`. Nested resources (records in a domain)
   * are listed for the parent that the path inputs in `args` name, or for all parents if they name none. A set contains everything in one
   * parent. An action lists the resources that such actions create, including those not created through Pulumi, or none.
   *
   * Sends one request per page, and one per sub-resource path of each resource, as `read` does. Does not mark anything as managed, so
   * everything can still be imported. Only `read` can establish that a managed resource no longer exists.
   */
  list(args: Values, context: Context): Promise<readonly Recorded[]>;
  /**
   * Compares the live resource with its inputs for a drift report: `read` and `diff`, without the bookkeeping of an update.
   * @returns undefined if it no longer exists
   */
  inspect(recorded: Recorded, args: Values, context: Context): Promise<Inspection | undefined>;
  /**
   * Unmanaged resources that interrupted creates may have led to, for `pulumi-compute recover`. Read-only.
   * @param recorded what the state has, which may be nothing
   * @returns undefined for an action that creates nothing
   */
  interruptedResults(
    recorded: Recorded,
    args: Values,
    context: Context,
  ): Promise<readonly InterruptedResult[] | undefined>;
  /** Keys of the remote resources that the resource manages, matching those of `list`'s results. Sends no request. */
  objectKeys(recorded: Recorded): readonly string[];
}

/** An existing resource that is not in state. */
interface UnmanagedResource {
  readonly id: string;
  /** That of the resource that manages it from now on. */
  readonly urn: string;
  /** `operation`: one that follows in this process, and that nothing records. */
  readonly for: "import" | "get" | "operation";
}

/** The checked inputs, as recorded and passed to the other operations, and their failures. */
export interface CheckResult {
  readonly inputs: Values;
  /** A failure that concerns no single input has an empty path. */
  readonly failures: readonly Failure[];
}

/** The changes that bring the resource in line with its inputs. */
export interface DiffResult extends Pick<Difference, "changed" | "unfinished" | "moved" | "deleteBeforeReplace"> {
  /** Omitted in a refresh. */
  readonly parts?: readonly ChangedPart[];
  /** Whether an update or a replacement is needed. Also true without a difference if the last operation did not finish. */
  readonly hasChanges: boolean;
  /** The inputs that force a replacement, or members of one; empty for an update in place. */
  readonly replaces: readonly string[];
}
