import type { Clock } from "./clock";
import { serviceDate } from "./clock";
import type { EventEntity, EventRow } from "./rows/account";
import type { Tables } from "./tables";

/** How many events are kept; the oldest are dropped. */
const CAPACITY = 10_000;

/** The user named in events that no request caused. */
const SERVICE = "service";

/** What happened in the account, and to which objects. The documents do not describe events; extensions serve them. */
export class Events {
  private actor = SERVICE;

  constructor(
    private readonly clock: Clock,
    private readonly tables: Tables,
  ) {}

  /** Names the user of the request in progress; undefined between requests. */
  actAs(username: string | undefined): void {
    this.actor = username ?? SERVICE;
  }

  /** The user of the request in progress. */
  get username(): string {
    return this.actor;
  }

  /** Something that happened at once. */
  note(action: string, entity: EventEntity | null, secondary: EventEntity | null = null): void {
    this.put(action, entity, secondary, "notification", null);
  }

  /** Something that takes time. Returns its id, for the job that ends it. */
  begin(action: string, entity: EventEntity | null, secondary: EventEntity | null = null, at?: number): number {
    return this.put(action, entity, secondary, "started", 0, at);
  }

  /** Something about a database that takes time: the real service shows no progress for it. Returns its id. */
  announce(action: string, entity: EventEntity): number {
    return this.put(action, entity, null, "notification", null);
  }

  /** Something about a database that happened at once. */
  complete(action: string, entity: EventEntity): void {
    this.end(this.announce(action, entity), "finished", this.clock.now());
  }

  /** The end of something that took time. Only the first one counts. */
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
