/** A piece of TypeScript that stands for a value. */
export class Code {
  constructor(readonly text: string) {}
}

/** A resource of the program. */
export interface Declaration {
  /** Its class. */
  readonly kind: string;
  readonly name: string;
  /** The variable that holds it; undefined where nothing refers to it. */
  readonly variable: string | undefined;
  /** Other files use the variable. */
  readonly isExported: boolean;
  /** Values, with `Code` in the place of some. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Id of the object that it takes over. */
  readonly importId: string;
  /** Lines for the reader. */
  readonly comments: readonly string[];
}

/** A file of the program. */
export interface SourceFile {
  /** Without `.ts`. */
  readonly name: string;
  /** Lines for the reader at its beginning. */
  readonly comments: readonly string[];
  /** What it uses of other files: variables by the file's name. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** Files that it only has to load. */
  readonly loads: readonly string[];
  readonly usesConfig: boolean;
  readonly declarations: readonly Declaration[];
}
