/** The most items that a message names. */
const MOST_NAMED = 20;

/** Why a resource without a difference is updated. */
export const UNFINISHED = "The last operation did not finish";

/** The message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same as a sentence of its own. */
export function sentence(error: unknown): string {
  const message = messageOf(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** Joins as many words as a person reads, and counts the rest. */
export function listed(words: readonly string[]): string {
  const more = words.length - MOST_NAMED;
  return `${words.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** How many times a long piece of work reports how far it is, roughly. */
const REPORTS = 100;

/** A count as people read it: 10,000. */
export function counted(count: number): string {
  return count.toLocaleString("en-US");
}

/**
 * Counts what is done, and reports it. The end has words of its own: a display may leave out counts that follow each other closely.
 * @param what the plural of what is counted, and what is done to it
 */
export function countingUp(total: number, what: string, progress: (message: string) => void): () => void {
  const step = Math.ceil(total / REPORTS);
  let done = 0;
  return () => {
    done++;
    if (done === total && total > 1) progress(`all ${counted(total)} ${what}`);
    else if (done % step === 0) progress(`${counted(done)} of ${counted(total)} ${what}`);
  };
}

/** How messages name another resource of the program: `Instance "web"`. */
export function resourceName(urn: string): string {
  const [, , type = "", ...name] = urn.split("::");
  return `${type.slice(type.lastIndexOf(":") + 1)} "${name.join("::")}"`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
