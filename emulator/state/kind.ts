import type { TableDeclaration, Row, Table } from "./table";

interface DeclaredKind<R extends Row> extends TableDeclaration<R> {
  /** What one object is called, for example in the subjects of its jobs. */
  readonly noun: string;
  /** The kind that its objects belong to and are deleted with, and the index that finds them. */
  readonly of?: { readonly kind: Kind; readonly index: string };
}

/** A kind of object that the emulator stores. */
export type Kind = DeclaredKind<Row>;

/** A kind whose rows have this type. */
export interface KindOf<R extends Row> extends Kind {
  /** Its rows. */
  in(world: { readonly store: { table(kind: Kind): Table<Row> } }): Table<R>;
}

export function kind<R extends Row>(declared: DeclaredKind<R>): KindOf<R> {
  // Safe: the indexes receive only rows of this table, and only rows of this type are put into it.
  const erased = declared as unknown as Kind;
  const own: KindOf<R> = { ...erased, in: ({ store }) => store.table(own) as unknown as Table<R> };
  return own;
}
