import { setMaxListeners } from "node:events";
import { CancelledError } from "../api/errors";
import { RESUMES } from "../lifecycle/wording";
import { pluginModule } from "./plugin-modules";

const listeners: (() => void)[] = [];

/**
 * Calls the listener on every Cancel call. The engine sends one on Ctrl-C, and one at the end of every preview or update, after state
 * was written. Only works after `cancellationSignal` was called.
 */
export function onCancelCall(listener: () => void): void {
  listeners.push(listener);
}

/**
 * Keeps the process running until work that the Cancel call at the end of an update has started is done. Right after that call, the
 * engine interrupts the process; for five more seconds, it shows the output until the process exits.
 */
export function stayFor(work: Promise<void>): void {
  process.once("SIGINT", () => void work.finally(() => process.exit(0)));
}

/** A signal, and what aborts it: the operations of the run then end early, with an error that says how to continue. */
export function openCancellation(): { readonly signal: AbortSignal; readonly cancel: () => void } {
  const controller = new AbortController();
  // Each request in progress adds a listener. Node would warn about more than ten, in the user's display.
  setMaxListeners(Infinity, controller.signal);
  const cancel = (): void => controller.abort(new CancelledError(`Canceled. ${RESUMES}.`));
  return { signal: controller.signal, cancel };
}

/**
 * A signal that aborts on the first Ctrl-C. The engine then only calls the plugin's Cancel method, which the plugin ignores. Cancel
 * is the only method with an empty request, so we hook the decoding of such requests. If that is not possible, the signal never
 * aborts, and operations run to their end as in any other dynamic provider.
 */
export function cancellationSignal(): AbortSignal {
  const { signal, cancel } = openCancellation();
  const empty = (pluginModule("google-protobuf/google/protobuf/empty_pb") as EmptyModule | undefined)?.Empty;
  const original = empty?.deserializeBinary;
  if (empty && typeof original === "function") {
    empty.deserializeBinary = (bytes) => {
      for (const listener of listeners) listener();
      cancel();
      return original.call(empty, bytes);
    };
  }
  return signal;
}

interface EmptyModule {
  Empty?: { deserializeBinary?: (bytes: unknown) => unknown };
}
