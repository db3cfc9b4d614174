import { connect as openSession } from "node:http2";
import { connect } from "node:net";
import { CancelledError } from "../api/errors";

/** Between the loss of a connection to an engine that is still there and the next one. */
const PAUSE_MS = 500;
/** For a connection to an address of this machine. */
const PATIENCE_MS = 2_000;

/**
 * Watches the engine that this process works for, and calls `onGone` as soon as nothing listens at its address any more: the
 * CLI was killed, or its terminal closed. Nobody would hear of what this process does from then on.
 *
 * The sign is the end of a connection that is held for this alone. It comes at once, costs nothing meanwhile, and does not come
 * while the engine is only suspended or busy. What is believed is a refused connection after it, nothing else.
 *
 * @returns asks again, and rejects when the engine is gone
 */
export function watchEngine(address: string, onGone: () => void): () => Promise<void> {
  let isGone = false;

  async function look(): Promise<void> {
    if (!isGone && (await isRefused(address)) && !isGone) {
      isGone = true;
      onGone();
    }
    if (isGone) throw new CancelledError("The Pulumi engine is gone: nothing more is sent.");
  }

  function hold(): void {
    // A connection of the engine's own protocol, which it leaves open although nothing is ever said on it.
    const session = openSession(`http://${address}`);
    session.unref();
    session.on("error", () => undefined);
    session.once("close", () => {
      const again = (): void => void setTimeout(hold, PAUSE_MS).unref();
      look().then(again, () => undefined);
    });
  }

  hold();
  return look;
}

/** Whether nothing listens there. Any other failure to connect says nothing of who listens. */
function isRefused(address: string): Promise<boolean> {
  const { hostname, port } = new URL(`http://${address}`);
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname, timeout: PATIENCE_MS });
    socket.once("connect", () => {
      // Reset rather than ended: nothing of it stays behind in the system's tables.
      socket.resetAndDestroy();
      resolve(false);
    });
    // A suspended engine may leave it unanswered, and is still there.
    socket.once("timeout", () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  });
}
