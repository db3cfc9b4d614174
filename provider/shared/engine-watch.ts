import { connect as openSession } from "node:http2";
import { connect } from "node:net";
import type { Writable } from "node:stream";
import { CancelledError } from "../api/errors";

/** The pause before reconnecting to an engine that still exists. */
const PAUSE_MS = 500;
/** How long a check stays valid unless the held connection closes, so that a series of writes needs few connections. */
const LIVENESS_CACHE_MS = 100;
/** The timeout of a connection to the engine, which runs on this machine. */
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Watches the engine that this process works for, and calls `onEngineExit` as soon as nothing listens at its address any more: the CLI was
 * killed, or its terminal closed. From then on, nothing that this process does would be recorded in state.
 *
 * The first sign is that a connection that is held only for this purpose closes. That happens at once, costs nothing until then, and
 * does not happen while the engine is only suspended or busy. Only a refused connection after that proves that the engine has exited.
 *
 * @returns a function that checks again, and rejects if the engine has exited
 */
export function watchEngine(address: string, onEngineExit: () => void): () => Promise<void> {
  let isGone = false;
  /** The latest check, which may be in progress. */
  let latest: { readonly checked: Promise<void>; readonly untilMs: number } | undefined;

  function check(): Promise<void> {
    if (!latest || performance.now() >= latest.untilMs)
      latest = { checked: checkNow(), untilMs: performance.now() + LIVENESS_CACHE_MS };
    return latest.checked;
  }

  async function checkNow(): Promise<void> {
    if (!isGone && (await isRefused(address)) && !isGone) {
      isGone = true;
      onEngineExit();
    }
    if (isGone) throw new CancelledError("The Pulumi engine has exited. No more requests are sent.");
  }

  function holdConnection(): void {
    // A connection in the engine's own protocol, which the engine keeps open although nothing is ever sent on it.
    const session = openSession(`http://${address}`);
    session.unref();
    session.on("error", () => undefined);
    session.once("close", () => {
      latest = undefined;
      const again = (): void => void setTimeout(holdConnection, PAUSE_MS).unref();
      check().then(again, () => undefined);
    });
  }

  holdConnection();
  return check;
}

/**
 * The engine reads the output of this process, so an error of these streams means that the engine has exited. Without a listener, the
 * SDK prints that error, which fails again, in an endless loop; see docs/guide/limits.md.
 */
export function watchOutput(streams: readonly Writable[], onEngineExit: () => void): void {
  for (const stream of streams) stream.on("error", onEngineExit);
}

/** Whether nothing listens at the address. Any other failure to connect proves nothing. */
function isRefused(address: string): Promise<boolean> {
  const { hostname, port } = new URL(`http://${address}`);
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname, timeout: CONNECT_TIMEOUT_MS });
    socket.once("connect", () => {
      // Reset rather than closed, so that it leaves no entry in the system's connection table.
      socket.resetAndDestroy();
      resolve(false);
    });
    // A suspended engine may not respond, but still exists.
    socket.once("timeout", () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  });
}
