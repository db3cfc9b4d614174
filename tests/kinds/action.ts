import type { Pairs } from "./specimen";

/** What every action takes to run again. */
export const TRIGGERS: Pairs = { triggers: [["2024-05", { release: 7, notes: null }], ["2024-06"]] };

/** And what those take whose outcome the API does not show. */
export const UNSHOWN: Pairs = { ...TRIGGERS, alreadyDone: [true, false] };
