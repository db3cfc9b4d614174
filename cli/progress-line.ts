import { printable } from "./printable";

/** A line of a terminal that counts; nothing where nobody watches. */
interface ProgressLine {
  readonly show: (done: number, total: number) => void;
  /** Says what is waited for; also where nobody watches, but everything once only. */
  readonly wait: (message: string) => void;
  readonly clear: () => void;
}

const PAUSE_MS = 100;

export function progressLine(stream: NodeJS.WriteStream): ProgressLine {
  if (!stream.isTTY) {
    const said = new Set<string>();
    const wait = (message: string): void => {
      const words = message.replace(/\d+/g, "");
      if (said.has(words)) return;
      said.add(words);
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
