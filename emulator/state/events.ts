import type { EmulatorClock } from "./clock";
import { serviceDate } from "./clock";
import { kind } from "./kind";
import type { Row, Table } from "./table";

/** The resource that an event refers to. */
export interface EventEntity {
  readonly id: number | string;
  readonly type: string;
  readonly label: string | null;
  readonly url: string;
}

/** An account event. */
export interface EventRow extends Row {
  readonly action: string;
  readonly created: string;
  /** Seconds; null until the event has ended. */
  readonly duration: number | null;
  readonly entity: EventEntity | null;
  readonly secondary_entity: EventEntity | null;
  readonly percent_complete: number | null;
  readonly status: "scheduled" | "started" | "finished" | "failed" | "notification";
  readonly username: string;
  readonly seen: boolean;
  readonly read: boolean;
  /** Emulated milliseconds since 1970. */
  readonly began: number;
}

export const accountEvents = kind<EventRow>({ table: "events", noun: "event", firstId: 1 });

/** Maximum number of stored events; the oldest are dropped. */
const CAPACITY = 10_000;

/** Username of events that no request caused. */
const SERVICE = "service";

/** The account's events. The documents do not describe events; an extension serves them. */
export class Events {
  private actor = SERVICE;

  constructor(
    private readonly clock: EmulatorClock,
    private readonly rows: Table<EventRow>,
  ) {}

  /** Sets the user of the current request; undefined between requests. */
  actAs(username: string | undefined): void {
    this.actor = username ?? SERVICE;
  }

  /** The user of the current request. */
  get username(): string {
    return this.actor;
  }

  /** Records an instantaneous event. */
  note(action: string, entity: EventEntity | null, secondary: EventEntity | null = null): void {
    this.put(action, entity, secondary, "notification", null);
  }

  /** Records the start of an operation. Returns the event's ID for the job that ends it. */
  begin(action: string, entity: EventEntity | null, secondary: EventEntity | null = null, at?: number): number {
    return this.put(action, entity, secondary, "started", 0, at);
  }

  /** Records the start of a database operation, for which the real service shows no progress. Returns the event's ID. */
  announce(action: string, entity: EventEntity): number {
    return this.put(action, entity, null, "notification", null);
  }

  /** Records an instantaneous database operation. */
  complete(action: string, entity: EventEntity): void {
    this.end(this.announce(action, entity), "finished", this.clock.now());
  }

  /** Records the end of an operation. Only the first call has an effect. */
  end(id: number, status: "finished" | "failed", at: number): void {
    const row = this.rows.get(id);
    if (row === undefined || row.duration !== null) return;
    const duration = Math.max(0, Math.round((at - row.began) / 1000));
    this.rows.put({ ...row, status, duration, percent_complete: 100 });
  }

  private put(
    action: string,
    entity: EventEntity | null,
    secondary_entity: EventEntity | null,
    status: EventRow["status"],
    percent_complete: number | null,
    began = this.clock.now(),
  ): number {
    const created = serviceDate(began);
    const unread = { duration: null, seen: false, read: false };
    const what = { action, entity, secondary_entity, status, percent_complete };
    const { id } = this.rows.add({ ...what, ...unread, created, began, username: this.actor });
    const [oldest] = this.rows.size > CAPACITY ? this.rows.all() : [];
    if (oldest !== undefined) this.rows.delete(oldest.id);
    return id;
  }
}
