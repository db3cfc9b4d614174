// Docstrings cite the sections of the interface documents, for those who change the code. Users do not have these documents.

/** A note in parentheses that says only where a rule is from: "(document 1, Backup)", "(known from the service, …)". */
const CITATION = /\s*\((?:documents? \d|known from the service)[^()]*\)/g;

/** The text without its citations. */
export function withoutCitations(text) {
  return text.replace(CITATION, "");
}
