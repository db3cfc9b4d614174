import { Journal } from "../../provider/journal/journal";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { stackInState } from "../../provider/plugin/stack-in-state";
import { ofTwoProviders } from "./front-end";
import type { FrontEnd } from "./front-end";
import { Killed, startKillable } from "./killed-process";
import type { CrashPoint } from "./killed-process";
import type { Service } from "./service";
import { IN_MEMORY, temporaryFolder } from "./temporary-folder";

/** A machine on which commands run, each in two processes of its own, one for each provider. They share the journal. */
export class Machine {
  private readonly folder = path.join(temporaryFolder({}, IN_MEMORY), "dev");
  private runs = 0;

  /** @param exportState `pulumi stack export` of the stack, whose pending operations its processes read */
  constructor(
    private readonly service: Service,
    private readonly exportState?: () => string,
  ) {}

  async run<T>(command: (process: FrontEnd) => Promise<T>): Promise<T> {
    const run = String(++this.runs);
    const start = (): FrontEnd => this.service.process({ journal: this.journal(run) });
    const process = ofTwoProviders(start(), start());
    try {
      return await command(process);
    } finally {
      await process.endRun();
    }
  }

  /**
   * Runs a command whose exchanges with the API are counted.
   * @param point where its process is killed
   */
  async runCounted(
    command: (process: FrontEnd) => Promise<unknown>,
    point?: CrashPoint,
  ): Promise<{ exchanges: number; wasKilled: boolean }> {
    const run = String(++this.runs);
    const killable = await startKillable(this.service, () => this.journal(run), point);
    try {
      await command(killable.process);
      await killable.process.endRun();
      return { exchanges: killable.exchanges(), wasKilled: false };
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return { exchanges: killable.exchanges(), wasKilled: true };
    } finally {
      await killable.close();
    }
  }

  /** What its journal contains; empty if nothing has been noted. */
  journalText(): string {
    if (!existsSync(this.folder)) return "";
    return readdirSync(this.folder)
      .map((name) => readFileSync(path.join(this.folder, name), "utf8"))
      .join("\n");
  }

  /** Its journal, opened by a new process. */
  journal(run = String(++this.runs)): Journal {
    const onProblem = (message: string): never => {
      throw new Error(message);
    };
    const startedAt = this.service.clock.today();
    const readStack = () => Promise.resolve(this.exportState ? stackInState(this.exportState(), startedAt) : undefined);
    return new Journal(this.folder, { onProblem, run, account: "home", readStack });
  }
}
