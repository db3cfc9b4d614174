/** The most items that a message names. */
const MOST_NAMED = 20;

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

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
