import { rmSync } from "node:fs";
import type { Values } from "../../provider/definition/values";
import type { Journal } from "../../provider/journal/journal";
import { openJournal } from "../../provider/journal/file-journal";
import { Deployment } from "./deployment";
import type { Handlers } from "./front-end";
import type { Service } from "./service";
import { IN_MEMORY, temporaryFolder } from "./temporary-folder";

/** When an update is killed: in each case, its operation does not reach the state. */
export const MOMENTS = ["before the request", "before the response", "before the state is written"] as const;
type Moment = (typeof MOMENTS)[number];

/** The journals of one stack across its updates. */
export interface StoppedRuns {
  /** An `up` of a new resource, in a process that is killed at that moment of its first POST; resolves once it is killed. */
  killUp(moment: Moment, kind: string, args: Values, name?: string): Promise<void>;
  /** A new process of the stack. */
  process(): ReturnType<Service["process"]>;
  /** A command of the stack, in a process that exits cleanly. */
  complete<T>(kind: string, command: (handlers: Handlers) => Promise<T>): Promise<T>;
  /** @param run the same for all processes of one run; by default, a run of its own */
  journal(run?: string): Journal;
  /** Deletes the journals, if a test starts over. */
  forget(): void;
}

/** Journals in a separate folder for each test. */
export function useStoppedRuns(service: Service): StoppedRuns {
  let folder = "";
  let count = 0;
  beforeEach(() => (folder = temporaryFolder({}, IN_MEMORY)));
  const journal = (run = String(++count)): Journal => openJournal(folder, { onProblem: fail, run });
  return {
    journal,
    forget: () => rmSync(folder, { recursive: true, force: true }),
    process: () => service.process({ journal: journal() }),
    async complete(kind, command) {
      const process = service.process({ journal: journal() });
      const result = await command(process(kind));
      await process.endRun();
      return result;
    },
    async killUp(moment, kind, args, name) {
      let stop = (): void => undefined;
      const stopped = new Promise<void>((resolve) => (stop = resolve));
      const process = service.process({ journal: killedAt(moment, journal(), stop) });
      // The promise of a killed process never settles; a process that ends by itself rejects.
      const up = new Deployment(service, kind, name).up(args, {}, process(kind));
      await Promise.race([stopped, up.then(() => fail("the run was not killed"))]);
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
        async noteResponse(made) {
          if (moment !== "before the response") await noted.noteResponse(made);
          return never();
        },
      };
    },
  };
}

function fail(message: string): never {
  throw new Error(message);
}
