/** A TypeScript expression in place of a value. */
export class Code {
  constructor(readonly text: string) {}
}

/** A resource declaration. */
export interface ResourceDeclaration {
  /** Class name. */
  readonly kind: string;
  readonly name: string;
  /** Variable name; undefined if nothing refers to the resource. */
  readonly variable: string | undefined;
  /** Whether other files use the variable. */
  readonly isExported: boolean;
  /** Inputs; some values are `Code`. */
  readonly args: Readonly<Record<string, unknown>>;
  /** ID of the existing resource to adopt. */
  readonly importId: string;
  /** Further resource options. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Comments above the declaration. */
  readonly comments: readonly string[];
}

export interface SourceFile {
  /** Without `.ts`. */
  readonly name: string;
  /** Comments at the top of the file. */
  readonly comments: readonly string[];
  /** Imported variables by file name. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** Files imported only for their side effects. */
  readonly loads: readonly string[];
  readonly usesConfig: boolean;
  readonly declarations: readonly ResourceDeclaration[];
}
