import { randomBytes } from "node:crypto";
import { rehearsalEnvironment } from "../../provider/api/rehearsal";
import type { Settings } from "../../provider/api/settings";
import { isObject } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { isSecretMark, unpacked } from "../../provider/shared/boundary";
import { redact } from "../../provider/shared/redact";

/** Made-up tokens and URLs that stand for those of the accounts in everything that a rehearsal starts. */
export interface StandIns {
  /** The numbers of URLs, which the URLs of the copies have in their path. */
  readonly places: ReadonlyMap<string, number>;
  /** The made-up token of each token. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** A token may be short, and part of other words. */
const LEAST_LENGTH = 8;

/** A word that may be base64, of at least as many bytes. */
const BASE64 = /[\w+/-]{11,}={0,2}/g;

/** @param settings those that lead to accounts, and what else the config has: it leads nowhere */
export function standInsFor(
  settings: readonly { readonly url: unknown; readonly token: string | undefined }[],
): StandIns {
  const given = settings.flatMap(({ url }) => (typeof url === "string" && URL.canParse(url) ? bare(url) : []));
  const urls = [...new Set(given)];
  const tokens = [...new Set(settings.flatMap(({ token }) => token ?? []))];
  return {
    places: new Map(urls.map((url, place) => [url, place])),
    tokens: new Map(tokens.map((token) => [token, `rehearsal-${randomBytes(24).toString("base64url")}`])),
  };
}

/** A URL as settings have it. */
function bare(url: string): string {
  const { origin, pathname } = URL.canParse(url) ? new URL(url) : { origin: "", pathname: url };
  return `${origin}${pathname}`.replace(/\/+$/, "");
}

/** Replaces the accounts' tokens and URLs by those of their copies, behind one origin. */
export class Substitution {
  private readonly urls: ReadonlyMap<string, string>;

  constructor(
    private readonly standIns: StandIns,
    private readonly origin: string,
  ) {
    const [urls, origins] = [new Map<string, string>(), new Map<string, string>()];
    for (const [url, place] of standIns.places) {
      urls.set(url, this.urlOf(place));
      origins.set(new URL(url).origin, origin);
    }
    this.urls = new Map([...origins, ...urls]);
  }

  /** A text that is a URL of an account, or that contains a token, as it is or in base64. */
  text(text: string): string {
    const url = this.urls.get(bare(text));
    if (url !== undefined) return url;
    const plain = [...this.standIns.tokens].reduce(
      (replaced, [token, madeUp]) =>
        replaced === token || token.length >= LEAST_LENGTH ? replaced.replaceAll(token, madeUp) : replaced,
      text,
    );
    return plain.replaceAll(BASE64, (encoded) => {
      const decoded = Buffer.from(encoded, "base64").toString("latin1");
      const replaced = this.text(decoded);
      return replaced === decoded ? encoded : Buffer.from(replaced, "latin1").toString("base64");
    });
  }

  /** The configuration of a provider of this package without any token or URL that leads to an account. */
  configuration(given: Values): Configuration {
    let stranger: string | undefined;
    const entries = Object.entries(this.value(given) as Values).map(([name, value]) => {
      const [, what] = SETTING.exec(name) ?? [];
      const text = isObject(value) && isSecretMark(value) ? value.value : value;
      if (what === undefined || typeof text !== "string" || text === "" || this.leadsToCopies(text))
        return [name, value];
      if (what === "url") stranger = text;
      stranger ??= "";
      return [name, what === "url" ? this.urlOf(undefined) : NOWHERE];
    });
    return { values: Object.fromEntries(entries) as Values, stranger };
  }

  private leadsToCopies(text: string): boolean {
    return text === NOWHERE || text.startsWith(this.origin) || [...this.standIns.tokens.values()].includes(text);
  }

  /** All texts in JSON, also those that are encrypted in the state. */
  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isObject(value)) return value;
    const { plaintext } = value;
    if (isSecretMark(value) && typeof plaintext === "string")
      return { ...value, plaintext: JSON.stringify(this.value(JSON.parse(plaintext))) };
    return Object.fromEntries(Object.entries(unpacked(value)).map(([name, member]) => [name, this.value(member)]));
  }

  /** The environment of what a rehearsal starts. */
  environment(given: NodeJS.ProcessEnv, { accounts, url }: EnvironmentNeeds): NodeJS.ProcessEnv {
    // In any other encoding, it is masked.
    const tokens = [...this.standIns.tokens.keys()].filter(({ length }) => length >= LEAST_LENGTH);
    const replaced = Object.entries(given).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, redact(this.text(text), tokens)]],
    );
    const { NO_PROXY, no_proxy, COMPUTE_URL, ...rest } = Object.fromEntries(replaced) as NodeJS.ProcessEnv;
    // Everything that is started talks to other processes on this machine.
    const direct = [NO_PROXY ?? no_proxy, "127.0.0.1", "localhost"].filter(Boolean).join(",");
    const destinations = accounts.flatMap(({ url, brand, token = "" }) => {
      const madeUp = this.standIns.tokens.get(token) ?? token;
      const copy = { url: this.urlOf(this.standIns.places.get(url)), token: madeUp };
      const urls = [url, copy.url, this.urlOf(undefined)];
      return urls.flatMap((one) => [token, madeUp].map((key) => [{ url: one, brand, token: key }, copy] as const));
    });
    const address = COMPUTE_URL ?? (url ? undefined : this.urlOf(undefined));
    return {
      ...rest,
      NO_PROXY: direct,
      no_proxy: direct,
      ...(address === undefined ? {} : { COMPUTE_URL: address }),
      ...rehearsalEnvironment(new Map(destinations)),
    };
  }

  /** A text of a command, with the accounts' own URLs. */
  original(text: string): string {
    return [...this.standIns.places].reduce((shown, [url, place]) => shown.replaceAll(this.urlOf(place), url), text);
  }

  private urlOf(place: number | undefined): string {
    return `${this.origin}${place === undefined ? "" : `/${place}`}/v4`;
  }
}

/** The settings in the configuration of a provider, dynamic or native. */
const SETTING = /^(?:compute:(?:config:)?)?(?:stack)?(token|url)$/i;

/** The token of an account that has no copy. */
const NOWHERE = "rehearsal-without-a-copy";

export interface Configuration {
  readonly values: Values;
  /** The URL of an account that has no copy, if it led to one; empty if it has only a token. */
  readonly stranger: string | undefined;
}

interface EnvironmentNeeds {
  readonly accounts: readonly Settings[];
  /** The URL in the stack's config. */
  readonly url: unknown;
}
