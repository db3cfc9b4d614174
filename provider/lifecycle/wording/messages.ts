/** Maximum number of items that a message lists. */
const MAX_NAMED = 20;

/** Reason shown for an update without a diff. */
export const UNFINISHED = "The last operation did not finish";

/** Ends the error of an operation that did not finish, with a state or without: then, the journal has what the command made. */
export const RESUMES = "Progress is saved: run the same command again to resume";

/** Follows "It is unknown whether …": a timeout, a lost connection, a 5xx, a page of a gateway and an unreadable response have this in common. */
export const UNCONFIRMED = "the service did not confirm it";

/** What the error of a create says after which nothing shows whether it took effect. `but`: what else is known. */
export function createUnconfirmed(noun: string, but: string, cause: Error): string {
  return (
    `It is unknown whether this ${noun} was created: ${UNCONFIRMED}${but}. Run the same command again once the service recovers. ` +
    `Cause: ${sentence(cause)}`
  );
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message.trim() !== "") return error.message;
  // That of several addresses to which no connection could be opened.
  const causes = error instanceof AggregateError ? error.errors.map(messageOf) : [];
  return causes.join("; ") || ("code" in error ? String(error.code) : error.name);
}

/** The error's message with final punctuation, so that other sentences can follow. */
export function sentence(error: unknown): string {
  const message = messageOf(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** Joins the first words with commas, or another separator, and counts the rest. */
export function commaList(words: readonly string[], separator = ", "): string {
  const more = words.length - MAX_NAMED;
  return `${words.slice(0, MAX_NAMED).join(separator)}${more > 0 ? ` and ${more} more` : ""}`;
}

/** `$1,234.50`. */
export function money(dollars: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${dollars < 0 ? "-" : ""}$${Math.abs(dollars).toLocaleString("en-US", digits)}`;
}

/** Approximate number of progress reports for a long operation. */
const REPORTS = 100;

/** With thousands separators: 10,000. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/**
 * Returns a callback that counts one finished item and reports progress. The last report has its own wording, because a display may drop
 * counts that follow each other closely.
 * @param what plural noun and past participle: "records deleted"
 */
export function progressCounter(total: number, what: string, progress: (message: string) => void): () => void {
  const step = Math.ceil(total / REPORTS);
  let done = 0;
  return () => {
    done++;
    if (done === total && total > 1) progress(`all ${formatCount(total)} ${what}`);
    else if (done % step === 0) progress(`${formatCount(done)} of ${formatCount(total)} ${what}`);
  };
}

/** Refers to another resource of the program in a message: `Instance "web"`. */
export function resourceName(urn: string): string {
  const [, , type = "", ...name] = urn.split("::");
  return `${type.slice(type.lastIndexOf(":") + 1)} "${name.join("::")}"`;
}

/** A warning of a preview about a failure that it foresees. */
export function willFail(reason: string, isCertain = true): string {
  return `\`pulumi up\` ${isCertain ? "will" : "may"} fail: ${reason}`;
}

/** When a request was noted, in a message. */
export function when({ at }: { readonly at: number }): string {
  return new Date(at).toISOString();
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
