import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Journal } from "../../provider/journal/journal";
import { keepJournal } from "../../provider/journal/kept-journal";
import type { Handlers } from "./front-end";
import type { Service } from "./service";

/** When a run is killed: each time nothing of what it was doing reaches the state. */
export const MOMENTS = ["before the request", "before the answer", "before the state is written"] as const;
type Moment = (typeof MOMENTS)[number];

/** The journals of one stack, run after run. */
export interface StoppedRuns {
  /** Starts something in a process that is killed at that moment of its first POST; resolves when it is. */
  kill(moment: Moment, start: (handlers: (kind: string) => Handlers) => Promise<unknown>): Promise<void>;
  /** A new process of the stack. */
  process(): ReturnType<Service["process"]>;
  journal(): Journal;
  /** Takes the journals away, where a test begins anew. */
  forget(): void;
}

/** Journals in a folder that each test has for itself. */
export function useStoppedRuns(service: Service): StoppedRuns {
  let folder = "";
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-journal-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const journal = (): Journal => keepJournal(folder, (problem) => fail(problem));
  return {
    journal,
    forget: () => rmSync(folder, { recursive: true, force: true }),
    process: () => service.process({ journal: journal() }),
    async kill(moment, start) {
      let stop = (): void => undefined;
      const stopped = new Promise<void>((resolve) => (stop = resolve));
      const killed = killedAt(moment, journal(), stop);
      // The promise of a killed process never settles; one that ends by itself says why.
      await Promise.race([
        stopped,
        start(service.process({ journal: killed })).then(() => fail("the run was not killed")),
      ]);
    },
  };
}

/** A journal whose process stops there for good. */
function killedAt(moment: Moment, real: Journal, stop: () => void): Journal {
  const never = <T>(): Promise<T> => {
    stop();
    return new Promise<T>(() => undefined);
  };
  return {
    ...real,
    async note(intent) {
      const noted = await real.note(intent);
      if (moment === "before the request") return never();
      return {
        ...noted,
        async answered(made) {
          if (moment !== "before the answer") await noted.answered(made);
          return never();
        },
      };
    },
  };
}

function fail(message: string): never {
  throw new Error(message);
}
