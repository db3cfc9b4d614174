import { domainToASCII } from "node:url";
import { LeftOut, Unusable } from "./tokens";
import type { Token } from "./tokens";

/** A name in lower case, without its trailing period; relative to the zone if that is not known. */
export interface Name {
  readonly text: string;
  readonly isAbsolute: boolean;
  /** The part that the service cannot have. */
  readonly lacking?: string | undefined;
}

/** The name that a token stands for below this origin. */
export function absolute({ raw }: Token, origin: Name): Name {
  if (raw === "@") return origin;
  if (raw === ".") return { text: "", isAbsolute: true };
  const text = raw.replace(BYTES, asUtf8).replace(/\\(\d{3}|\D)/g, (escape: string, code: string) => {
    const character = code.length === 3 ? String.fromCharCode(Number(code)) : code;
    return /^[\w*-]$/.test(character) ? character : escape;
  });
  const lacking = text.includes("\\") ? raw : undefined;
  const isAbsolute = /(^|[^\\])\.$/.test(text);
  const labels = (isAbsolute ? text.slice(0, -1) : text).replaceAll("\\.", "\\").split(".");
  if (labels.includes("")) throw new Unusable(`${raw} has an empty label`);
  const name = labels.map((label) => inAscii(label, raw)).join(".");
  if (isAbsolute) return { text: name, isAbsolute, lacking };
  const whole = origin.text === "" ? name : `${name}.${origin.text}`;
  if (origin.text !== "" && (name === origin.text || isBelow(name, origin.text)))
    throw new Unusable(`${raw} without a final period is ${whole}: end it with a period, or write ${whole}.`);
  return { text: whole, isAbsolute: origin.isAbsolute, lacking: lacking ?? origin.lacking };
}

/** Bytes of characters that are not in ASCII. */
const BYTES = /(\\(1(2[89]|[3-9]\d)|2[0-4]\d|25[0-5]))+/g;

/** What is no UTF-8 stays as it is. */
function asUtf8(escapes: string): string {
  const text = Buffer.from(escapes.split("\\").slice(1).map(Number)).toString();
  return text.includes("\ufffd") ? escapes : text;
}

/** @throws LeftOut */
export function rejectLacking({ lacking }: Name): void {
  if (lacking !== undefined) throw new LeftOut(`${lacking}: the service has no names with "\\"`);
}

/** The `xn--` form of an international label. */
function inAscii(label: string, raw: string): string {
  if (/^[\0-\x7f]*$/.test(label)) return label.toLowerCase();
  // Below another label: on its own, one of digits would be read as an address.
  const [, ascii] = /^([a-z0-9_*.-]+)\.x$/.exec(domainToASCII(`${label}.x`)) ?? [];
  if (ascii === undefined) throw new Unusable(`${raw} has no form in ASCII (xn--…)`);
  return ascii;
}

/** The name within the zone, "" for the zone itself; in full if the service would take the zone from it once more. */
export function within(name: Name, zone: string | undefined): string {
  const { text, isAbsolute } = name;
  rejectLacking(name);
  if (!isAbsolute) return text;
  if (zone === undefined) throw new Unusable(`${text}. is a full name: add $ORIGIN with the zone's name at the top`);
  if (text === zone) return "";
  if (!isBelow(text, zone)) throw new Unusable(`${text}. is not in ${zone}`);
  const part = text.slice(0, -zone.length - 1);
  return part === zone || isBelow(part, zone) ? text : part;
}

export function isBelow(name: string, zone: string): boolean {
  return name.endsWith(`.${zone}`);
}
