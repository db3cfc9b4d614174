/** Begins the type token of every dynamic resource of this package. */
export const DYNAMIC_TYPES = "pulumi-nodejs:dynamic/compute:";

/** The resource that a loader text is for. */
export interface LoadedResource {
  readonly kind: string;
  /** Absent for one that the program only reads (`.get`), and in the texts of earlier versions. */
  readonly urn?: string;
  /** Absent with the URN, and if it is the default. */
  readonly organization?: string;
}

/**
 * The text that the engine stores with every resource, twice, and evaluates in the provider's process. It contains none of our code: it
 * resolves this package from the directory of the program, so that an upgrade applies to every existing resource at once, including its
 * refresh and its delete. It is the only value that each call gets, so it also carries the URN. See docs/decisions/0001-loader-text.md.
 */
export function loaderText(resource: LoadedResource): string {
  // There, a module without a file cannot resolve what the program depends on.
  const isPlugAndPlay = process.versions.pnp !== undefined;
  const load = isPlugAndPlay ? "require('module').createRequire(process.cwd()+'/_')" : "require";
  return `module.exports=${load}('pulumi-compute/runtime').of(${quoted(addressOf(resource))})`;
}

/** `KIND`, or `ORGANIZATION/STACK::PROJECT::PARENTS$KIND::NAME`: the URN without what all of them have. */
function addressOf({ kind, urn, organization }: LoadedResource): string {
  if (urn === undefined) return kind;
  const address = urn.replace(/^urn:pulumi:/, "").replace(`${DYNAMIC_TYPES}${kind}::`, `${kind}::`);
  return organization === undefined ? address : `${organization}/${address}`;
}

const ADDRESS = /^(?:([^:/]*)\/)?([^:/]*::[^:]*::(?:(?:(?!::).)*\$)?)(\w+)(::.*)$/s;

/** What `of` gets. */
export function resourceAt(address: string): LoadedResource {
  const [, organization, before, kind, after] = ADDRESS.exec(address) ?? [];
  if (before === undefined || kind === undefined || after === undefined) return { kind: address };
  const urn = `urn:pulumi:${before}${DYNAMIC_TYPES}${kind}${after}`;
  return organization === undefined ? { kind, urn } : { kind, urn, organization };
}

/** The resource of a loader text in a state; undefined for one that doesn't have its URN. */
export function resourceIn(text: unknown): LoadedResource | undefined {
  const [, literal] = typeof text === "string" ? (/\.of\((.*)\)$/s.exec(text) ?? []) : [];
  if (literal === undefined) return undefined;
  return resourceAt(literal.startsWith('"') ? (JSON.parse(literal) as string) : literal.slice(1, -1));
}

/** A literal in JavaScript. In the state, which is JSON, a single quote needs no escape. */
function quoted(text: string): string {
  return /['"\\\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? JSON.stringify(text) : `'${text}'`;
}
