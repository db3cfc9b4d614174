import type { Failure } from "../../definition/types";

/** A problem with the token, the API URL or the brand, independent of the inputs. */
interface Problem {
  readonly problem: string;
}

/** What a preview says: warnings, failures, which end it, and problems, which are reported once in a run. */
export type Said = readonly (string | Failure | Problem)[];
