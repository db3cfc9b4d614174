import type { Clock } from "./clock";
import type { Events } from "./events";
import type { Appointment } from "./job-queue";
import { JobQueue } from "./job-queue";
import type { JobRow, JobStep } from "./rows/jobs";
import type { Tables } from "./tables";
import type { JsonObject } from "../json";

/** A step of a job that is about to start. */
export interface PlannedStep {
  /** Emulated milliseconds from the start of the job. */
  readonly afterMs: number;
  /** Name of the effect to run then. */
  readonly effect: string;
  readonly data?: JsonObject;
}

/** What distinguishes a job from the usual one. */
export interface JobOptions {
  /** When it begins, in emulated milliseconds since 1970. Default: now. */
  readonly from?: number;
  /** The event that ends with it. */
  readonly event?: number;
  /** It runs in the background and does not make its object busy: a schedule or an expiry. */
  readonly background?: boolean;
}

/** What a step does to its object: `id` is the object's, `at` the emulated time at which the step was due. */
export type Effect = (id: number, data: JsonObject, at: number) => void;

/** Effects by name. Jobs are stored by name, so that they survive a restart. */
export type Effects = { readonly [name: string]: Effect };

/**
 * State changes that take time. Nothing runs by itself: every access to the state first runs everything that has become due, in the
 * order of the due times, so the state depends only on the clock.
 */
export class Progress {
  private readonly effects = new Map<string, Effect>();
  private readonly queue = new JobQueue();

  constructor(
    private readonly clock: Clock,
    private readonly tables: Tables,
    private readonly events: Events,
  ) {}

  register(effects: Effects): void {
    for (const [name, effect] of Object.entries(effects)) this.effects.set(name, effect);
  }

  /** Starts a job on an object. If all delays are 0, it completes before the next request. */
  start(kind: string, id: number, action: string, steps: readonly PlannedStep[], options: JobOptions = {}): void {
    const { from = this.clock.now(), event = null, background = false } = options;
    const planned = steps.map((step): JobStep => {
      return { due: from + step.afterMs, effect: step.effect, id, data: step.data ?? {} };
    });
    const subject = subjectOf(kind, id);
    const job: JobRow = { id: this.tables.jobs.nextId(), subject, action, background, event, steps: planned };
    this.tables.jobs.put(job);
    this.enqueue(job);
  }

  /** The jobs in progress on an object that keep it busy. */
  jobsOn(kind: string, id: number): JobRow[] {
    return this.tables.jobs.by("subject", subjectOf(kind, id)).filter((job) => !job.background);
  }

  /** Whether a job is in progress on an object. */
  isBusy(kind: string, id: number): boolean {
    return this.jobsOn(kind, id).length > 0;
  }

  /** How many jobs a client may be waiting for. */
  awaited(): number {
    return this.tables.jobs.count("background", 0);
  }

  /** Abandons the jobs that keep an object busy. */
  cancel(kind: string, id: number): void {
    for (const job of this.jobsOn(kind, id)) this.abandon(job);
  }

  /** Abandons all jobs of an object that is deleted. */
  forget(kind: string, id: number): void {
    for (const job of this.tables.jobs.by("subject", subjectOf(kind, id))) this.abandon(job);
  }

  /** Abandons one job. */
  abandon(job: JobRow): void {
    this.tables.jobs.delete(job.id);
    if (job.event !== null) this.events.end(job.event, "failed", this.clock.now());
  }

  /** Runs every step that is due by now. */
  settle(): void {
    const now = this.clock.now();
    for (let next = this.queue.takeDue(now); next !== undefined; next = this.queue.takeDue(now)) {
      this.runStep(next.job, next.due);
    }
  }

  /** When the next step is due of a job that a client may be waiting for, or undefined. */
  nextDue(): number | undefined {
    for (const entry of this.queue.upcoming()) if (this.isAwaited(entry)) return entry.due;
    return undefined;
  }

  /** The jobs that a client may be waiting for, those due soonest first. */
  *upcoming(): Generator<JobRow> {
    for (const entry of this.queue.upcoming()) {
      const job = this.tables.jobs.get(entry.job);
      if (job !== undefined && this.isAwaited(entry)) yield job;
    }
  }

  /** Resumes the stored jobs: after loading a data file, after an undone request, or after a reset. */
  resume(): void {
    this.queue.clear();
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
    if (rest.length === 0 && job.event !== null) this.events.end(job.event, "finished", due);
  }

  private isAwaited(entry: Appointment): boolean {
    const job = this.tables.jobs.get(entry.job);
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
