import type { Clock } from "../api/clock";
import type { EngineLog } from "./engine-log";
import { throttled } from "./progress";

/** The row of one resource in the display, while something is done for it. */
export interface Row {
  /** Replaces what the row says. */
  readonly progress: (message: string) => void;
  /** A row keeps what was said last for as long as anything else is being done. Nothing takes a line out of a log. */
  readonly clear: () => Promise<void>;
}

/** Where rows are shown. */
export interface Display {
  readonly log: EngineLog;
  readonly watched: boolean;
  readonly clock: Clock;
}

/** @param safe takes out of a message what nobody may see */
export function rowOf(urn: string | undefined, safe: (message: string) => string, display: Display): Row {
  const { log, watched } = display;
  let hasSpoken = false;
  const say = (message: string): void => {
    hasSpoken = true;
    log.progress(urn, safe(message));
  };
  return {
    progress: throttled(say, display),
    clear: async () => {
      if (hasSpoken && watched) await log.clear(urn);
    },
  };
}
