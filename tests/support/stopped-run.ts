import type { Values } from "../../provider/definition/values";
import { Deployment } from "./deployment";
import type { FrontEnd, Handlers } from "./front-end";
import { MOMENTS as POINTS } from "./killed-process";
import { Machine } from "./machine";
import type { Service } from "./service";

/** When an update is killed: in each case, its operation does not reach the state. */
export const MOMENTS = ["before the request", "before the response", "before the state is written"] as const;
type Moment = (typeof MOMENTS)[number];

/** The updates of one stack on one machine, a new one for each test. */
export function useStoppedRuns(service: Service) {
  let machine: Machine;
  const startOver = (): void => void (machine = new Machine(service));
  beforeEach(startOver);
  return {
    /** @param run the same for all processes of one run; by default, a run of its own */
    journal: (run?: string) => machine.journal(run),
    /** Another machine, if a test starts over. */
    forget: startOver,
    /** A new process of the stack. */
    process: (): FrontEnd => service.process({ journal: machine.journal() }),
    /** A command of the stack, in a process that exits cleanly. */
    complete: <T>(kind: string, command: (handlers: Handlers) => Promise<T>): Promise<T> =>
      machine.run((process) => command(process(kind))),
    /** An `up` of a new resource, in a process that is killed at that moment of its first POST. */
    async killUp(moment: Moment, kind: string, args: Values, name?: string): Promise<void> {
      const point = { exchange: "first POST", moment: POINTS[MOMENTS.indexOf(moment)] ?? POINTS[0] } as const;
      const up = new Deployment(service, kind, name);
      const { wasKilled } = await machine.runCounted((process) => up.up(args, {}, process(kind)), point);
      if (!wasKilled) throw new Error("the run was not killed");
    },
  };
}
