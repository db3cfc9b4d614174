import { connect } from "node:net";

/** After this long without data, the request counts as one that never ends, and its connection is closed. */
const PATIENCE_MS = 50;

/** Sends bytes as they are and returns what comes back until the connection ends; empty if there is no response. */
export function sendBytes(port: number, ...parts: ReadonlyArray<string | Uint8Array>): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => {
      for (const part of parts) socket.write(part);
    });
    socket.setTimeout(PATIENCE_MS, () => socket.end());
    socket.on("data", (data) => (received += data.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(received));
  });
}
