/** How many things a message names. */
const MOST_NAMED = 20;

/** The message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same, to be followed by another sentence. */
export function sentence(error: unknown): string {
  const message = messageOf(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** As many as a person reads, and how many more there are. */
export function listed(words: readonly string[]): string {
  const more = words.length - MOST_NAMED;
  return `${words.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
