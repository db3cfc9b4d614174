import { rmSync } from "node:fs";
import type { Values } from "../../provider/definition/values";
import type { Journal } from "../../provider/journal/journal";
import { openJournal } from "../../provider/journal/file-journal";
import { Deployment } from "./deployment";
import type { Service } from "./service";
import { IN_MEMORY, temporaryFolder } from "./temporary-folder";

/** When a run is killed: each time nothing of what it was doing reaches the state. */
export const MOMENTS = ["before the request", "before the answer", "before the state is written"] as const;
type Moment = (typeof MOMENTS)[number];

/** The journals of one stack, run after run. */
export interface StoppedRuns {
  /** An `up` of a new resource, in a process that is killed at that moment of its first POST; resolves when it is. */
  killUp(moment: Moment, kind: string, args: Values, name?: string): Promise<void>;
  /** A new process of the stack. */
  process(): ReturnType<Service["process"]>;
  journal(): Journal;
  /** Takes the journals away, where a test begins anew. */
  forget(): void;
}

/** Journals in a folder that each test has for itself. */
export function useStoppedRuns(service: Service): StoppedRuns {
  let folder = "";
  let count = 0;
  beforeEach(() => (folder = temporaryFolder({}, IN_MEMORY)));
  const journal = (): Journal => openJournal(folder, { onProblem: fail, run: String(++count) });
  return {
    journal,
    forget: () => rmSync(folder, { recursive: true, force: true }),
    process: () => service.process({ journal: journal() }),
    async killUp(moment, kind, args, name) {
      let stop = (): void => undefined;
      const stopped = new Promise<void>((resolve) => (stop = resolve));
      const process = service.process({ journal: killedAt(moment, journal(), stop) });
      // The promise of a killed process never settles; one that ends by itself says why.
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
          if (moment !== "before the answer") await noted.noteResponse(made);
          return never();
        },
      };
    },
  };
}

function fail(message: string): never {
  throw new Error(message);
}
