/** A stored row. Rows are immutable: a change stores a new one. */
export interface Row {
  readonly id: number;
}

/** A change as written to the journal. */
export type TableChange = ["put", string, Row] | ["delete", string, number];

type Key = string | number;

/** For each index, a function that returns the keys of a row. */
type Indexes<R extends Row> = { readonly [name: string]: (row: R) => readonly Key[] };

/** A table. */
export interface TableDeclaration<R extends Row> {
  /** Its name in the data file, and in paths of the control API. */
  readonly table: string;
  /** IDs start at a different number in each table, so that the ID of an object of another kind is not found. */
  readonly firstId: number;
  readonly indexes?: Indexes<R>;
}

/** Rows by ID, in order of creation, with secondary indexes. */
export class Table<R extends Row> {
  private readonly rows = new Map<number, R>();
  private readonly filed = new Map<string, Map<Key, Set<number>>>();
  private next: number;

  constructor(
    private readonly declared: TableDeclaration<R>,
    private readonly onChange: (change: TableChange, before: Row | undefined) => void,
  ) {
    this.next = declared.firstId;
    for (const index of Object.keys(declared.indexes ?? {})) this.filed.set(index, new Map());
  }

  get size(): number {
    return this.rows.size;
  }

  get(id: number): R | undefined {
    return this.rows.get(id);
  }

  /** Every row, oldest first. */
  all(): IterableIterator<R> {
    return this.rows.values();
  }

  /** The rows with a key in an index, in the order in which they were added to it. */
  by(index: string, key: Key): R[] {
    const found: R[] = [];
    for (const id of this.filed.get(index)?.get(key) ?? []) {
      const row = this.rows.get(id);
      if (row !== undefined) found.push(row);
    }
    return found;
  }

  /** Number of rows with a key in an index. */
  count(index: string, key: Key): number {
    return this.filed.get(index)?.get(key)?.size ?? 0;
  }

  /** Whether any row has a key in an index. */
  has(index: string, key: Key): boolean {
    return this.filed.get(index)?.has(key) === true;
  }

  /** Returns an ID that has not been used since the last `clear`. */
  nextId(): number {
    return this.next++;
  }

  /** The next ID, for the journal's snapshot. */
  get idCounter(): number {
    return this.next;
  }

  /** Ensures that new IDs are not below this one. */
  reserveIds(next: number): void {
    this.next = Math.max(this.next, next);
  }

  /** Stores a new row. */
  add(fields: Omit<R, "id">): R {
    // Safe: these are all members of the row.
    return this.put({ id: this.nextId(), ...fields } as R);
  }

  put<T extends R>(row: T): T {
    const before = this.rows.get(row.id);
    this.load(row);
    this.onChange(["put", this.declared.table, row], before);
    return row;
  }

  delete(id: number): void {
    const before = this.rows.get(id);
    if (before === undefined) return;
    this.unload(id);
    this.onChange(["delete", this.declared.table, id], before);
  }

  /** Stores a row without recording a change, for replay and rollback. An existing row keeps its position. */
  load(row: R): void {
    const before = this.rows.get(row.id);
    this.rows.set(row.id, row);
    this.reserveIds(row.id + 1);
    this.file(before, row);
  }

  /** Removes a row without recording a change. */
  unload(id: number): void {
    const before = this.rows.get(id);
    if (before === undefined) return;
    this.rows.delete(id);
    this.file(before, undefined);
  }

  /** Empties the table and restarts its IDs. */
  clear(): void {
    this.rows.clear();
    for (const keys of this.filed.values()) keys.clear();
    this.next = this.declared.firstId;
  }

  private file(before: R | undefined, after: R | undefined): void {
    for (const [index, keysOf] of Object.entries(this.declared.indexes ?? {})) {
      const filed = this.filed.get(index);
      if (filed === undefined) continue;
      const old = before === undefined ? [] : keysOf(before);
      const current = after === undefined ? [] : keysOf(after);
      for (const key of old) if (before && !current.includes(key)) remove(filed, key, before.id);
      for (const key of current) if (after && !old.includes(key)) add(filed, key, after.id);
    }
  }
}

function add(filed: Map<Key, Set<number>>, key: Key, id: number): void {
  const ids = filed.get(key);
  if (ids === undefined) filed.set(key, new Set([id]));
  else ids.add(id);
}

function remove(filed: Map<Key, Set<number>>, key: Key, id: number): void {
  const ids = filed.get(key);
  ids?.delete(id);
  if (ids?.size === 0) filed.delete(key);
}
