import type { EmulatorClock } from "./clock";
import type { Events } from "./events";
import type { Appointment } from "./job-queue";
import { JobQueue } from "./job-queue";
import { kind as kindOf } from "./kind";
import type { Row, Table } from "./table";
import type { JsonObject } from "../json";

/** A sequence of state changes in progress on one resource. */
export interface JobRow extends Row {
  /** Type and ID of the resource, for example `instance/10001`. */
  readonly subject: string;
  readonly action: string;
  /** Whether the job runs in the background without making its resource busy. */
  readonly background: boolean;
  /** The event that ends with the job, or null. */
  readonly event: number | null;
  /** The remaining steps, soonest first. */
  readonly steps: readonly JobStep[];
}

/** One state change of a job. */
interface JobStep {
  /** Emulated milliseconds since 1970. */
  readonly due: number;
  /** Name of the effect to run. */
  readonly effect: string;
  readonly id: number;
  readonly data: JsonObject;
}

export const jobs = kindOf<JobRow>({
  table: "jobs",
  noun: "job",
  firstId: 1,
  indexes: { subject: (row) => [row.subject], background: (row) => [row.background ? 1 : 0] },
});

/** A step of a new job. */
export interface PlannedStep {
  /** Emulated milliseconds from the start of the job. */
  readonly afterMs: number;
  /** Name of the effect to run. */
  readonly effect: string;
  readonly data?: JsonObject;
}

export interface JobOptions {
  /** Start time, in emulated milliseconds since 1970. Default: now. */
  readonly from?: number;
  /** ID of the event that ends with the job. */
  readonly event?: number;
  /** Whether the job runs in the background without making its resource busy, for example a schedule or an expiry. */
  readonly background?: boolean;
}

/** What a step does to the resource with this `id`; `at` is the emulated time at which the step was due. */
export type Effect = (id: number, data: JsonObject, at: number) => void;

/** Effects by name. Jobs are stored with the names of their effects, so that they survive a restart. */
export type Effects = { readonly [name: string]: Effect };

/**
 * State changes that take time. There are no timers: every access to the state first runs the steps that are due, in order of their
 * due times, so the state depends only on the clock.
 */
export class Progress {
  private readonly effects = new Map<string, Effect>();
  private readonly queue = new JobQueue();

  constructor(
    private readonly clock: EmulatorClock,
    private readonly jobs: Table<JobRow>,
    private readonly events: Events,
  ) {}

  register(effects: Effects): void {
    for (const [name, effect] of Object.entries(effects)) this.effects.set(name, effect);
  }

  /** Starts a job on a resource. If all delays are 0, it completes before the next request. */
  start(kind: string, id: number, action: string, steps: readonly PlannedStep[], options: JobOptions = {}): void {
    const { from = this.clock.now(), event = null, background = false } = options;
    const planned = steps.map((step): JobStep => {
      return { due: from + step.afterMs, effect: step.effect, id, data: step.data ?? {} };
    });
    const subject = subjectOf(kind, id);
    this.enqueue(this.jobs.add({ subject, action, background, event, steps: planned }));
  }

  /** The jobs that keep a resource busy. */
  jobsOn(kind: string, id: number): JobRow[] {
    return this.jobs.by("subject", subjectOf(kind, id)).filter((job) => !job.background);
  }

  isBusy(kind: string, id: number): boolean {
    return this.jobsOn(kind, id).length > 0;
  }

  /** Number of jobs that a client may be waiting for. */
  awaited(): number {
    return this.jobs.count("background", 0);
  }

  /** Cancels the jobs that keep a resource busy. */
  cancel(kind: string, id: number): void {
    for (const job of this.jobsOn(kind, id)) this.abandon(job);
  }

  /** Cancels all jobs of a resource, including background jobs. */
  forget(kind: string, id: number): void {
    for (const job of this.jobs.by("subject", subjectOf(kind, id))) this.abandon(job);
  }

  /** Cancels one job. Its event ends as failed. */
  abandon(job: JobRow): void {
    this.jobs.delete(job.id);
    if (job.event !== null) this.events.end(job.event, "failed", this.clock.now());
  }

  /** Runs every step that is due. */
  settle(): void {
    const now = this.clock.now();
    for (let next = this.queue.takeDue(now); next !== undefined; next = this.queue.takeDue(now)) {
      this.runStep(next.job, next.due);
    }
  }

  /** When the next step of a job that a client may be waiting for is due; undefined if there is no such job. */
  nextDue(): number | undefined {
    for (const entry of this.queue.upcoming()) if (this.isAwaited(entry)) return entry.due;
    return undefined;
  }

  /** The jobs that a client may be waiting for, soonest due first. */
  *upcoming(): Generator<JobRow> {
    for (const entry of this.queue.upcoming()) {
      const job = this.jobs.get(entry.job);
      if (job !== undefined && this.isAwaited(entry)) yield job;
    }
  }

  /** Rebuilds the queue from the stored jobs: after loading a data file, a rollback, or a reset. */
  resume(): void {
    this.queue.clear();
    for (const job of this.jobs.all()) this.enqueue(job);
  }

  private runStep(jobId: number, due: number): void {
    const job = this.jobs.get(jobId);
    const [step, ...rest] = job?.steps ?? [];
    // The queue keeps the entries of canceled jobs.
    if (job === undefined || step === undefined || step.due !== due) return;
    if (rest.length === 0) this.jobs.delete(jobId);
    else this.enqueue(this.jobs.put({ ...job, steps: rest }));
    this.effects.get(step.effect)?.(step.id, step.data, due);
    if (rest.length === 0 && job.event !== null) this.events.end(job.event, "finished", due);
  }

  private isAwaited(entry: Appointment): boolean {
    const job = this.jobs.get(entry.job);
    return job?.background === false && job.steps[0]?.due === entry.due;
  }

  private enqueue(job: JobRow): void {
    const due = job.steps[0]?.due;
    if (due !== undefined) this.queue.add(due, job.id);
  }
}

function subjectOf(kind: string, id: number): string {
  return `${kind}/${id}`;
}
