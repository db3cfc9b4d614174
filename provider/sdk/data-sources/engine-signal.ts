import { setMaxListeners } from "node:events";
import { CancelledError } from "../../api/errors";
import { watchEngine } from "../../shared/engine-watch";

let signal: AbortSignal | undefined;

/**
 * Aborts when the engine that started this program has exited: nothing can use a result any more, and a data source would otherwise wait
 * on, for up to an hour. Undefined in an inline program, whose process outlives the engine.
 */
export function engineSignal(): AbortSignal | undefined {
  // Set by the SDK's script that runs a program.
  const address = process.env.PULUMI_NODEJS_ENGINE;
  if (signal !== undefined || address === undefined || address === "") return signal;
  const controller = new AbortController();
  setMaxListeners(Infinity, controller.signal);
  watchEngine(address, () => controller.abort(new CancelledError("The Pulumi engine has exited.")));
  return (signal = controller.signal);
}
