import type { Clock } from "../api/clock";
import type { EngineLog } from "./engine-log";
import { throttled } from "./progress";

/** The row of one resource in the display during an operation. */
export interface DisplayRow {
  /** Replaces the text of the row. */
  readonly progress: (message: string) => void;
  /** Clears the row, which would otherwise keep the last message until the update ends. Lines in a log stay. */
  readonly clear: () => Promise<void>;
}

export interface Display {
  readonly log: EngineLog;
  readonly watched: boolean;
  readonly clock: Clock;
}

/** @param safe removes all secrets from a message */
export function rowOf(urn: string | undefined, safe: (message: string) => string, display: Display): DisplayRow {
  const { log, watched } = display;
  let hasReported = false;
  const report = (message: string): void => {
    hasReported = true;
    log.progress(urn, safe(message));
  };
  return {
    progress: throttled(report, display),
    clear: async () => {
      if (hasReported && watched) await log.clear(urn);
    },
  };
}
