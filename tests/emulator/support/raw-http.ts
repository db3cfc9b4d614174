import { connect } from "node:net";

/** Without anything new for so long, the request is taken for one that will never end, and its connection is ended. */
const PATIENCE_MS = 50;

/** Sends bytes as they are and returns what comes back until the connection ends; empty when there is no answer. */
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
