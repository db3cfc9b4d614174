import { setMaxListeners } from "node:events";
import { CancelledError } from "../api/errors";
import { pluginModule } from "./plugin-modules";

const listeners: (() => void)[] = [];

/**
 * Calls the listener on every Cancel call: the engine sends one when Ctrl-C is pressed, and one at the end of every run, when
 * the state is written. Only works after `cancellationSignal` was called.
 */
export function onCancelCall(listener: () => void): void {
  listeners.push(listener);
}

/**
 * Lets work end that the end of a run has begun: right after its Cancel call, the engine interrupts the process, and shows what comes until
 * it ends, for five seconds.
 */
export function stayFor(work: Promise<void>): void {
  process.once("SIGINT", () => void work.finally(() => process.exit(0)));
}

/**
 * Aborts when the user presses Ctrl-C for the first time. The engine then only calls the plugin's Cancel method, and the plugin
 * ignores the call; but Cancel is the only method with an empty request, and we can hook the decoding of such requests. If
 * that is not possible, the signal never aborts, and operations run to their end as in any other dynamic provider.
 */
export function cancellationSignal(): AbortSignal {
  const controller = new AbortController();
  // One for each request under way: Node's warning about more than ten would appear in the user's display.
  setMaxListeners(Infinity, controller.signal);
  const empty = (pluginModule("google-protobuf/google/protobuf/empty_pb") as EmptyModule | undefined)?.Empty;
  const original = empty?.deserializeBinary;
  if (empty && typeof original === "function") {
    empty.deserializeBinary = (bytes) => {
      for (const listener of listeners) listener();
      controller.abort(new CancelledError("Canceled. Progress is saved; run `pulumi up` to continue."));
      return original.call(empty, bytes);
    };
  }
  return controller.signal;
}

interface EmptyModule {
  Empty?: { deserializeBinary?: (bytes: unknown) => unknown };
}
