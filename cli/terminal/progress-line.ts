import { printable } from "./printable";

/** A progress line on a terminal. */
interface TerminalLine {
  /** Does nothing without a terminal. */
  readonly show: (done: number, total: number) => void;
  /** Shows what the command is waiting for. Without a terminal, prints each message only once, whatever its numbers are. */
  readonly wait: (message: string) => void;
  readonly clear: () => void;
}

const PAUSE_MS = 100;

export function progressLine(stream: NodeJS.WriteStream): TerminalLine {
  if (!stream.isTTY) {
    const printed = new Set<string>();
    const wait = (message: string): void => {
      const words = message.replace(/\d+/g, "");
      if (printed.has(words)) return;
      printed.add(words);
      stream.write(`${printable(message)}\n`);
    };
    return { show: () => undefined, wait, clear: () => undefined };
  }
  let shownAt = -Infinity;
  return {
    show: (done, total) => {
      const now = performance.now();
      if (now - shownAt < PAUSE_MS && done < total) return;
      shownAt = now;
      stream.write(`\r\u001b[KCompared ${done} of ${total} resources`);
    },
    wait: (message) => void stream.write(`\r\u001b[K${printable(message).slice(0, stream.columns - 1)}`),
    clear: () => void stream.write("\r\u001b[K"),
  };
}
