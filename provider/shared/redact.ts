import { toUSVString } from "node:util";

const MASK = "[secret]";

/** Shorter secrets cannot be distinguished from ordinary words. */
const SHORTEST = 4;

/** A shorter piece of base64 may occur in any text. */
const SHORTEST_PIECE = 8;

/** Masks every secret in a text, in any encoding; of a secret object, every string in it. */
export function redact(text: string, secrets: readonly unknown[]): string {
  const lower = text.toLowerCase();
  const longest = (text.match(/[\w+/-]+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from(new Set(secrets.flatMap(textsIn)))
    .filter((secret) => secret.length >= SHORTEST && secret.length <= text.length)
    .flatMap((secret) => [
      ...(hasWordsOf(secret, lower) ? equivalentsOf(secret) : []),
      ...(secret.length < longest ? base64Forms(secret) : []),
    ])
    .filter(({ length }) => length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.split(secret).join(MASK), text);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * A quick check whether a text may contain the secret in any encoding except base64, which is longer than the secret: all others keep
 * its ASCII letters and digits together. A resource may have thousands of secrets, and generating all encodings takes far longer.
 */
function hasWordsOf(secret: string, lower: string): boolean {
  return secret.split(/[^a-z0-9]+/i).every((word) => lower.includes(word.toLowerCase()));
}

/** The text as it is, and as encoded in JSON, URLs, forms and HTML: a response may contain any of these. */
function equivalentsOf(secret: string): string[] {
  const plain = [secret, secret.toLowerCase()];
  const json = plain.flatMap((text) => [jsonEscaped(text), jsonEscaped(jsonEscaped(text))]);
  const quoted = json.flatMap((text) => [text, text.replaceAll("/", "\\/"), asciiEscaped(text)]);
  const encoded = [secret, ...quoted].flatMap(urlEncodings);
  return Array.from(new Set([...plain, ...quoted, ...encoded, htmlEscaped(secret)]));
}

function jsonEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function asciiEscaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function urlEncodings(text: string): string[] {
  const whole = toUSVString(text);
  const component = encodeURIComponent(whole);
  const strict = component.replace(/[!'()*~.]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = new URLSearchParams({ "": whole }).toString().slice(1);
  const upper = [component, strict, component.replaceAll("%20", "+"), form, encodeURI(whole)];
  return [...upper, ...upper.map((one) => one.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))];
}

function htmlEscaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** The base64 of the text, and the parts that it shares with the base64 of any longer text that contains it. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  const pieces = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    // A character encodes six bits: those shared with neighboring bytes differ from text to text.
    return encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
  const whole = bytes.toString("base64");
  const found = [whole, whole.replace(/=+$/, ""), ...pieces.filter(({ length }) => length >= SHORTEST_PIECE)];
  return [...found, ...found.map((one) => one.replaceAll("+", "-").replaceAll("/", "_"))];
}
