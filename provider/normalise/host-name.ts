import { described } from "../definition/described";

/** Host names are the same in any case, and with or without the trailing period (document 3, Domain record, target). */
export const canonicalHostName = described(
  "Upper and lower case are the same, and a period at the end makes no difference.",
  (name: string): string => name.toLowerCase().replace(/\.$/, ""),
);
