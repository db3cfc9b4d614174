import type { TestedRule } from "../rule";

/** Makes tested rules of one section of the documents. */
export const statedIn =
  (section: string) =>
  (id: string, states: string, test: TestedRule["test"]): TestedRule => ({ id, section, states, test });
