/** What the output can show; only the table asks. */
export interface RenderOptions {
  readonly color: boolean;
  /** How many characters a line of the terminal has. */
  readonly columns: number;
}
