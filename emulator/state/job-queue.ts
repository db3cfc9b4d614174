/** The due time of a job's next step. */
export interface Appointment {
  readonly due: number;
  readonly job: number;
}

/** Processed entries before the head are dropped in batches of more than this many. */
const MAX_OVER = 1_000;

/** Appointments in order of their due times; those due at the same time, in order of insertion. */
export class JobQueue {
  private entries: Appointment[] = [];
  private head = 0;

  add(due: number, job: number): void {
    let low = this.head;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.entries[middle]?.due ?? 0) <= due) low = middle + 1;
      else high = middle;
    }
    this.entries.splice(low, 0, { due, job });
  }

  /** Removes and returns the next appointment if it is due. */
  takeDue(now: number): Appointment | undefined {
    const next = this.entries[this.head];
    if (next === undefined || next.due > now) return undefined;
    this.head += 1;
    // Shifting the array for every entry would be slow with many jobs.
    if (this.head > MAX_OVER && this.head > this.entries.length / 2) {
      this.entries = this.entries.slice(this.head);
      this.head = 0;
    }
    return next;
  }

  /** The pending appointments, soonest first. */
  *upcoming(): Generator<Appointment> {
    for (let index = this.head; index < this.entries.length; index += 1) {
      const entry = this.entries[index];
      if (entry !== undefined) yield entry;
    }
  }

  clear(): void {
    this.entries = [];
    this.head = 0;
  }
}
