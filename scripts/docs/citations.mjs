// Docstrings cite the service's public reference, for those who change the code. The pages leave that out.

/** A note in parentheses that says only where a rule is from: "(Linode API v4, Domains)", "(known from the service, …)". */
const CITATION = /\s*\((?:Linode API v4,|known from the service)[^()]*\)/g;

/** The text without its citations. */
export function withoutCitations(text) {
  return text.replace(CITATION, "");
}
