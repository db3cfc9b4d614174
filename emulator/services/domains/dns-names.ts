/**
 * A label of a domain name, at most 63 characters (Linode API v4, Domains). The document cites RFC 1035, which requires a letter at
 * the start; the real service also accepts a digit or an underscore there, and `*` as the first label.
 */
const LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";
const TOP_LABEL = "(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,59})";

const DOMAIN = new RegExp(`^(?:\\*\\.)?(?:${LABEL}\\.)+${TOP_LABEL}$`);
const LABELS = new RegExp(`^(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*$`);
const HOST_NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
const RECORD_NAME = new RegExp(`^(?:\\*|(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*)$`);

/** something@domain.tld */
export const MAIL_ADDRESS = /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(?:\.[^\s@.\p{Cc}]+)+$/u;

/** Whether a text is a valid domain name below a top-level domain. */
export function isDomainName(text: string): boolean {
  return DOMAIN.test(text);
}

/** Whether a text is a valid domain name by the documents, which do not restrict the last label (Linode API v4, Domains). */
export function hasDomainLabels(text: string): boolean {
  return LABELS.test(text);
}

/** Whether a text is a valid host or domain name for a record to point to, with or without a trailing period. */
export function isHostName(text: string): boolean {
  const name = withoutTrailingDot(text);
  return HOST_NAME.test(name) && fitsDns(name);
}

/** Whether a full name fits into DNS: 255 bytes, including a length byte per label (RFC 1035, section 2.3.4). */
export function fitsDns(name: string): boolean {
  return name.length <= 253;
}

/** Whether a text is a valid record name relative to its domain; empty for the domain itself. */
export function isRecordName(text: string): boolean {
  return text === "" || RECORD_NAME.test(text);
}

/** Whether all characters are valid in a record name. */
export function hasNameCharacters(text: string): boolean {
  return /^[A-Za-z0-9_.*-]*$/.test(text);
}

export function withoutTrailingDot(name: string): string {
  return name.endsWith(".") ? name.slice(0, -1) : name;
}

/** Makes a name relative to its domain. The domain itself becomes the empty name. */
export function relativeName(name: string, domain: string): string {
  const bare = withoutTrailingDot(name);
  const lower = bare.toLowerCase();
  const zone = domain.toLowerCase();
  if (lower === zone) return "";
  return lower.endsWith(`.${zone}`) ? bare.slice(0, -(zone.length + 1)) : bare;
}
