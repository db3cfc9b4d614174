import { constants } from "node:os";

/** Thrown in place of a result when Ctrl-C or a termination signal came in, so that every `finally` gets its turn. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.signal = signal;
    this.exitCode = 128 + constants.signals[signal];
  }
}

const children = new Set();
let received;

// A terminal delivers Ctrl-C to the whole foreground group: passing it on again would count as a second Ctrl-C, on which
// Pulumi gives up without recording what it was doing.
const terminalTellsChildren = (signal) => signal === "SIGINT" && process.stdin.isTTY;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    received ??= signal;
    if (terminalTellsChildren(signal)) return;
    for (const child of children) child.kill(signal);
  });
}

export function throwIfInterrupted() {
  if (received) throw new Interrupted(received);
}

/** From now until it ends, the child is told of every signal that reaches this process. */
export function passSignalsTo(child) {
  children.add(child);
  child.once("close", () => children.delete(child));
}
