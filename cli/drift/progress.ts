/** A line of a terminal that counts; nothing where nobody watches. */
interface ProgressLine {
  readonly show: (done: number, total: number) => void;
  readonly clear: () => void;
}

const PAUSE_MS = 100;

export function progressLine(stream: NodeJS.WriteStream): ProgressLine {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined };
  let shownAt = -Infinity;
  return {
    show: (done, total) => {
      const now = performance.now();
      if (now - shownAt < PAUSE_MS && done < total) return;
      shownAt = now;
      stream.write(`\r\u001b[KCompared ${done} of ${total} resources`);
    },
    clear: () => void stream.write("\r\u001b[K"),
  };
}
