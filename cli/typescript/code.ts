/** A TypeScript expression in place of a value. */
export class Code {
  constructor(readonly text: string) {}
}

/** A resource declaration. */
export interface ResourceDeclaration {
  /** What is called: `new compute.Domain`. */
  readonly call: string;
  /** The arguments before the inputs: the name. */
  readonly texts: readonly string[];
  /** Variable name; undefined if nothing refers to the resource. */
  readonly variable: string | undefined;
  /** Whether other files use the variable. */
  readonly isExported: boolean;
  /** Inputs; some values are `Code`. Undefined for what is only read. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  /** Resource options. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Comments above the declaration. */
  readonly comments: readonly string[];
}

export interface SourceFile {
  /** Without `.ts`. */
  readonly name: string;
  /** Comments at the top of the file. */
  readonly comments: readonly string[];
  /** Imported packages by the variable for each. */
  readonly packages: ReadonlyMap<string, string>;
  /** Imported variables by file name. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** Files imported only for their side effects. */
  readonly loads: readonly string[];
  readonly usesConfig: boolean;
  readonly declarations: readonly ResourceDeclaration[];
  /** Outputs of the stack by name. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** An empty file. */
export const NOTHING: Omit<SourceFile, "name"> = {
  comments: [],
  packages: new Map(),
  imports: new Map(),
  loads: [],
  usesConfig: false,
  declarations: [],
  outputs: {},
};
