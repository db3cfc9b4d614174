import type { Clock } from "./clock";
import type { JobRow, JobStep, Tables } from "./tables";
import type { JsonObject } from "./validation";

/** A step of a job that is about to start. */
export interface PlannedStep {
  /** Emulated milliseconds from the start of the job. */
  readonly afterMs: number;
  /** Name of the effect to run then. */
  readonly effect: string;
  readonly data?: JsonObject;
}

/** What a step does to its object: `id` is the object's, `at` the emulated time at which the step was due. */
export type Effect = (id: number, data: JsonObject, at: number) => void;

/** Effects by name. Jobs are stored by name, so that they survive a restart. */
export type Effects = { readonly [name: string]: Effect };

/**
 * State changes that take time. Nothing runs by itself: whoever looks at the state first runs what has become due, in the order of
 * its due times, so the state only ever depends on the clock.
 */
export class Progress {
  private readonly effects = new Map<string, Effect>();
  private queue: Array<{ due: number; job: number }> = [];

  constructor(
    private readonly clock: Clock,
    private readonly tables: Tables,
  ) {}

  register(effects: Effects): void {
    for (const [name, effect] of Object.entries(effects)) this.effects.set(name, effect);
  }

  /** Starts a job on an object. With all delays 0 it settles before the next request. */
  start(kind: string, id: number, action: string, steps: readonly PlannedStep[], from = this.clock.now()): void {
    const planned = steps.map((step): JobStep => {
      return { due: from + step.afterMs, effect: step.effect, id, data: step.data ?? {} };
    });
    const job: JobRow = { id: this.tables.jobs.nextId(), subject: subjectOf(kind, id), action, steps: planned };
    this.tables.jobs.put(job);
    this.enqueue(job);
  }

  /** Whether a job is in progress on an object. */
  isBusy(kind: string, id: number): boolean {
    return this.tables.jobs.has("subject", subjectOf(kind, id));
  }

  /** Abandons the jobs on an object. */
  cancel(kind: string, id: number): void {
    for (const job of this.tables.jobs.by("subject", subjectOf(kind, id))) this.tables.jobs.delete(job.id);
  }

  /** Runs every step that is due by now. */
  settle(): void {
    const now = this.clock.now();
    for (let next = this.queue[0]; next !== undefined && next.due <= now; next = this.queue[0]) {
      this.queue.shift();
      this.runStep(next.job, next.due);
    }
  }

  /** When the next step is due, or undefined. */
  nextDue(): number | undefined {
    return this.queue.find((entry) => this.isCurrent(entry))?.due;
  }

  /** Takes the stored jobs up again: after loading a data file, after an undone request, or after a reset. */
  resume(): void {
    this.queue = [];
    for (const job of this.tables.jobs.all()) this.enqueue(job);
  }

  private runStep(jobId: number, due: number): void {
    const job = this.tables.jobs.get(jobId);
    const [step, ...rest] = job?.steps ?? [];
    // A cancelled job leaves its entry in the queue behind.
    if (job === undefined || step === undefined || step.due !== due) return;
    if (rest.length === 0) this.tables.jobs.delete(jobId);
    else this.enqueue(this.tables.jobs.put({ ...job, steps: rest }));
    this.effects.get(step.effect)?.(step.id, step.data, due);
  }

  private isCurrent(entry: { due: number; job: number }): boolean {
    return this.tables.jobs.get(entry.job)?.steps[0]?.due === entry.due;
  }

  private enqueue(job: JobRow): void {
    const due = job.steps[0]?.due;
    if (due === undefined) return;
    let low = 0;
    let high = this.queue.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.queue[middle]?.due ?? 0) <= due) low = middle + 1;
      else high = middle;
    }
    this.queue.splice(low, 0, { due, job: job.id });
  }
}

function subjectOf(kind: string, id: number): string {
  return `${kind}/${id}`;
}
