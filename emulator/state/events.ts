import type { Clock } from "./clock";
import { serviceDate } from "./clock";
import type { EventEntity, EventRow } from "./rows/account";
import type { Tables } from "./tables";

/** Maximum number of stored events; the oldest are dropped. */
const CAPACITY = 10_000;

/** Username of events that no request caused. */
const SERVICE = "service";

/** The account's events. The documents do not describe events; an extension serves them. */
export class Events {
  private actor = SERVICE;

  constructor(
    private readonly clock: Clock,
    private readonly tables: Tables,
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
    const row = this.tables.events.get(id);
    if (row === undefined || row.duration !== null) return;
    const duration = Math.max(0, Math.round((at - row.began) / 1000));
    this.tables.events.put({ ...row, status, duration, percent_complete: 100 });
  }

  private put(
    action: string,
    entity: EventEntity | null,
    secondary_entity: EventEntity | null,
    status: EventRow["status"],
    percent_complete: number | null,
    began = this.clock.now(),
  ): number {
    const { events } = this.tables;
    const id = events.nextId();
    const created = serviceDate(began);
    const unread = { duration: null, seen: false, read: false };
    const what = { action, entity, secondary_entity, status, percent_complete };
    events.put({ id, ...what, ...unread, created, began, username: this.actor });
    const [oldest] = events.size > CAPACITY ? events.all() : [];
    if (oldest !== undefined) events.delete(oldest.id);
    return id;
  }
}
