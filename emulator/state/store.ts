import type { Kind } from "./kind";
import type { TableChange, Row } from "./table";
import { Table } from "./table";

/** Stores committed changes. */
export interface ChangeLog {
  append(changes: readonly TableChange[]): void;
}

/** Number of past commits kept for stale reads. */
const HISTORY = 200;

/** A change and the row that it replaced. */
interface RecordedChange {
  readonly change: TableChange;
  readonly before: Row | undefined;
}

interface Commit {
  readonly changes: readonly RecordedChange[];
  /** Whether a request made the changes, and not a job or an out-of-band change. */
  readonly isWrite: boolean;
}

/** All tables, and the pending changes, which are committed or rolled back together. */
export class Store {
  private readonly tables = new Map<string, Table<Row>>();
  private pending: RecordedChange[] = [];
  private history: Commit[] = [];
  private journal: ChangeLog | undefined;

  constructor(private readonly kinds: readonly Kind[]) {
    for (const kind of kinds) {
      this.tables.set(kind.table, new Table<Row>(kind, (change, before) => this.pending.push({ change, before })));
    }
  }

  /** The rows of a kind. */
  table({ table: name }: Kind): Table<Row> {
    const table = this.tables.get(name);
    if (table === undefined) throw new Error(`unreachable: no service lists the table ${name}`);
    return table;
  }

  /** An object of the kind with this noun. */
  find(noun: string, id: number): Row | undefined {
    const kind = this.kinds.find((known) => known.noun === noun);
    return kind && this.table(kind).get(id);
  }

  /** The kinds whose objects belong to one of this kind. */
  below(kind: Kind): Kind[] {
    return this.kinds.filter(({ of }) => of?.kind === kind);
  }

  /** Writes all later commits to a journal. */
  keepIn(journal: ChangeLog): void {
    this.journal = journal;
  }

  /**
   * Makes the pending changes durable, or rolls them back if the journal fails.
   * @param isWrite whether a request made them
   */
  commit(isWrite = false): void {
    if (this.pending.length === 0) return;
    try {
      this.journal?.append(this.pending.map(({ change }) => change));
    } catch (error) {
      this.rollback();
      throw error;
    }
    this.history.push({ changes: this.pending, isWrite });
    if (this.history.length > 2 * HISTORY) this.history = this.history.slice(-HISTORY);
    this.pending = [];
  }

  /** Undoes the pending changes. */
  rollback(): void {
    this.undo(this.pending);
    this.pending = [];
  }

  /** Reads the state as it was before the latest writes. */
  before<T>(writes: number, look: () => T): T {
    let first = this.history.length;
    for (let left = writes; left > 0 && first > 0;) if (this.history[--first]?.isWrite === true) left -= 1;
    const hidden = this.history.slice(first).flatMap(({ changes }) => changes);
    this.undo(hidden);
    try {
      return look();
    } finally {
      for (const { change } of hidden) this.replay(change);
    }
  }

  /** Applies a stored change without recording it. Skips tables that no longer exist. */
  replay(change: TableChange): void {
    const table = this.tables.get(change[1]);
    if (change[0] === "put") table?.load(change[2]);
    else table?.unload(change[2]);
  }

  /** The next ID of each table. */
  idCounters(): { [table: string]: number } {
    return Object.fromEntries([...this.tables].map(([name, table]) => [name, table.idCounter]));
  }

  /** Ensures that new IDs are not below these. */
  reserveIds(counters: { readonly [table: string]: number }): void {
    for (const [name, next] of Object.entries(counters)) this.tables.get(name)?.reserveIds(next);
  }

  /** The changes that recreate the current state. */
  *snapshot(): Generator<TableChange> {
    for (const [name, table] of this.tables) for (const row of table.all()) yield ["put", name, row];
  }

  /** The total number of rows. */
  get size(): number {
    let rows = 0;
    for (const table of this.tables.values()) rows += table.size;
    return rows;
  }

  clear(): void {
    this.pending = [];
    this.history = [];
    for (const table of this.tables.values()) table.clear();
  }

  private undo(changes: readonly RecordedChange[]): void {
    for (const { change, before } of [...changes].reverse()) {
      const table = this.tables.get(change[1]);
      if (before !== undefined) table?.load(before);
      else if (change[0] === "put") table?.unload(change[2].id);
    }
  }
}
