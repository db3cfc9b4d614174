/** Capabilities of the terminal; only the table uses them. */
export interface RenderOptions {
  readonly color: boolean;
  /** Width of the terminal. */
  readonly columns: number;
}
