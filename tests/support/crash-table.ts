import { MOMENTS } from "./killed-process";
import type { CrashPoint } from "./killed-process";
import { CRASH_PROGRAMS } from "./crash-programs";
import { cleanRun, crashRun, MACHINES, OPERATIONS } from "./crash-run";
import type { CleanRun, CrashCase, Outcome } from "./crash-run";
import type { Service } from "./service";

/** An operation of a program, and where the next run happens. */
export interface CrashRow extends Omit<CrashCase, "lookAlikes"> {
  readonly machine: (typeof MACHINES)[number];
}

export const CRASH_ROWS: readonly CrashRow[] = CRASH_PROGRAMS.flatMap((program) =>
  OPERATIONS.flatMap((operation) => MACHINES.map((machine) => ({ program, operation, machine }))),
);

/** The results of the kills of one row. */
export interface CrashResult {
  readonly row: CrashRow;
  /** Exchanges with the API in a run that is not interrupted. */
  readonly exchanges: number;
  readonly kills: number;
  /** Kills after which the next run completed the operation by itself, each effect exactly once. */
  readonly completed: number;
  /** What the user had to decide otherwise, by the message. */
  readonly decisions: readonly string[];
  readonly repeated: readonly string[];
  /** Kills after which something was repeated. */
  readonly repeating: number;
  readonly violations: readonly string[];
}

/** Kills each operation at each exchange at each moment, with and without look-alikes of others in the account. */
export class CrashTable {
  readonly results: CrashResult[] = [];
  private readonly cleanRuns = new Map<string, Promise<CleanRun>>();
  private points = 0;

  /**
   * @param stride of the kills, only every so many are made: a fixed sample, which covers each row differently, and half of the rows
   * with look-alikes
   */
  constructor(
    private readonly service: Service,
    private readonly stride: number,
  ) {}

  async fill(row: CrashRow): Promise<CrashResult> {
    let exchanges = 0;
    const outcomes: { readonly where: string; readonly outcome: Outcome }[] = [];
    for (const lookAlikes of this.stride === 1 ? [false, true] : [haveLookAlikes(row)]) {
      const one = { ...row, lookAlikes };
      const clean = await this.cleanRunOf(one);
      exchanges = Math.max(exchanges, clean.exchanges);
      for (const point of pointsIn(clean.exchanges)) {
        if (this.points++ % this.stride !== 0) continue;
        const where = `killed at exchange ${point.exchange}, ${point.moment}${lookAlikes ? ", with look-alikes" : ""}`;
        outcomes.push({ where, outcome: await outcomeOf(crashRun(this.service, one, point, clean)) });
      }
    }
    const all = (what: keyof Outcome): string[] =>
      outcomes.flatMap(({ where, outcome }) => outcome[what].map((text) => `${where}: ${text}`));
    const result = {
      row,
      exchanges,
      kills: outcomes.length,
      completed: outcomes.filter(({ outcome }) => Object.values(outcome).every((texts: string[]) => texts.length === 0))
        .length,
      decisions: outcomes.flatMap(({ outcome }) => outcome.decisions),
      repeated: all("repeated"),
      repeating: outcomes.filter(({ outcome }) => outcome.repeated.length > 0).length,
      violations: all("violations"),
    };
    this.results.push(result);
    return result;
  }

  private cleanRunOf(one: CrashCase): Promise<CleanRun> {
    const key = [one.program.title, one.operation, one.lookAlikes].join();
    const run = this.cleanRuns.get(key) ?? cleanRun(this.service, one);
    this.cleanRuns.set(key, run);
    return run;
  }
}

/** Alternates by operation, and from program to program. */
function haveLookAlikes({ program, operation }: CrashRow): boolean {
  return (CRASH_PROGRAMS.indexOf(program) + OPERATIONS.indexOf(operation)) % 2 === 0;
}

function pointsIn(exchanges: number): CrashPoint[] {
  return Array.from({ length: exchanges }, (_, index) => index + 1).flatMap((exchange) =>
    MOMENTS.map((moment) => ({ exchange, moment })),
  );
}

async function outcomeOf(run: Promise<Outcome>): Promise<Outcome> {
  return run.catch((error: Error) => ({ decisions: [], repeated: [], violations: [error.message] }));
}
