import { integer, ipAddress, ipRange, listOf, oneOf, shape, text, word, ofText } from "../definition/types";
import type { Failure } from "../definition/types";
import { define, fillPath } from "../definition/definition";
import type { IsGiven } from "../definition/definition";
import type { Values } from "../definition/values";
import { canonicalHostName } from "../normalise/host-name";
import { unorderedIpRanges } from "../normalise/ip-range";
import { tags } from "./tags";
import { idArgument } from "./id-argument";

/** Where to import a zone from (Linode API v4, Domain Import). */
export interface DomainImport {
  /** Name or address of the server that has the zone; it must allow zone transfers (AXFR) from the service's addresses. */
  remoteNameserver: string;
}

/** Inputs of a `Domain` (Linode API v4, Domains). Everything except `importFrom` and `cloneFrom` updates in place. */
export interface DomainArgs {
  /**
   * Name of the zone, 1 to 255 characters, each label at most 63: letters, digits, `_`, and `-` inside; the first may be `*`. A preview
   * warns about a name outside a top-level domain. It must be unique on the whole platform, across all accounts.
   */
  domain: string;
  /** `master`: the authoritative source of the zone. `slave`: a read-only copy of the zone at `masterIps`, in which no records can be created. */
  type: "master" | "slave";
  /** Whether the zone is served; default `active`. */
  status?: "active" | "disabled";
  /** For display only, 1 to 255 characters; default none. */
  description?: string;
  /** For display only, 1 to 50 characters; default none. */
  group?: string;
  /** Tags, in any order; default none. */
  tags?: string[];
  /**
   * Start-of-authority email address; required for a master, unless `importFrom` or `cloneFrom` provides it. A preview warns about one
   * whose host has no domain.
   */
  soaEmail?: string;
  /** Addresses of the master's nameservers; at least one is required for a slave, unless `cloneFrom` provides it. */
  masterIps?: string[];
  /**
   * Addresses and ranges that may transfer the zone; leave it empty unless a transfer is intended. A preview warns about a range that
   * contains every address.
   */
  axfrIps?: string[];
  /** Seconds after which the zone stops being authoritative; 0, the default, uses the service's default; other values may be rounded. */
  expireSec?: number;
  /** Seconds between refreshes; 0, the default, uses the service's default; other values may be rounded. */
  refreshSec?: number;
  /** Seconds between retries of a failed refresh; 0, the default, uses the service's default; other values may be rounded. */
  retrySec?: number;
  /** Seconds that resolvers may cache the zone's records; 0, the default, uses the service's default; other values may be rounded. */
  ttlSec?: number;
  /**
   * Creates the zone as a master, with the records that this nameserver has at that moment; default none. An update request applies
   * the other inputs; anything that the program does not declare, including records, stays as imported. Cannot be combined with
   * `cloneFrom`. Changing it replaces the domain; the old one is deleted first unless its name changes, too. Removing it changes
   * nothing.
   */
  importFrom?: DomainImport;
  /**
   * ID of a domain to clone with all its records, as a number or a string; default none. An update request applies the other inputs;
   * anything that the program does not declare, including records, stays as cloned. Cannot be combined with `importFrom`.
   * Changing it replaces the domain; the old one is deleted first unless its name changes, too. Removing it changes nothing.
   */
  cloneFrom?: number | string;
}

/** Outputs of a `Domain` (Linode API v4, Domains). */
export interface DomainState extends Required<Omit<DomainArgs, "description" | "importFrom" | "cloneFrom">> {
  /** For display only; null when there is none. */
  description: string | null;
}

const origin = { sent: { in: "origin" }, writeOnly: true, change: { replaces: true } } as const;
const BECOMES =
  "a slave is a read-only copy of the zone at masterIps: its own records are not served, and the API rejects creating or changing them";
const seconds = { type: integer(0, 2_147_483_647), removal: { sends: 0 } };

export const domain = define<DomainArgs, DomainState>({
  kind: "Domain",
  noun: "domain",
  describedIn: "Linode API v4, Domains",
  bridged: { type: "linode:index/domain:Domain" },
  collection: "/domains",
  args: {
    domain: {
      type: text(1, 255, domainProblem),
      required: true,
      compare: { canonical: ofText(canonicalHostName) },
      warning: unusualDomain,
    },
    type: { type: oneOf("master", "slave"), required: true, change: { notice: BECOMES } },
    status: { type: oneOf("active", "disabled"), removal: { sends: "active" } },
    description: { type: text(1, 255), removal: { sends: null } },
    group: { type: text(1, 50), removal: { sends: "" } },
    tags,
    soaEmail: {
      type: text(3, 255, emailProblem),
      required: { by: "type `master`" },
      warning: unusualEmail,
    },
    masterIps: {
      type: listOf(ipAddress),
      required: { by: "type `slave`" },
      compare: { by: unorderedIpRanges },
      removal: { sends: [] },
    },
    axfrIps: {
      type: listOf(ipRange),
      compare: { by: unorderedIpRanges },
      removal: { sends: [] },
      warning: opensToEveryone,
    },
    expireSec: seconds,
    refreshSec: seconds,
    retrySec: seconds,
    ttlSec: seconds,
    importFrom: { ...origin, type: shape<DomainImport>({ remoteNameserver: word }) },
    cloneFrom: {
      ...origin,
      ...idArgument,
      catalogue: { path: "/domains", size: "own" },
    },
  },
  outputs: {
    from: {},
    neverNull: ["domain", "type"],
    movedBy: {
      status: [],
      description: [],
      group: [],
      tags: [],
      soaEmail: ["type"],
      masterIps: ["type"],
      axfrIps: ["type"],
      expireSec: [],
      refreshSec: [],
      retrySec: [],
      ttlSec: [],
    },
  },
  checks: { rules: [masterNeedsEmail, slaveNeedsMasters, importNeedsNameserver] },
  identity: { by: ["domain"], unique: true },
  creation: {
    origins: {
      importFrom: {
        fills: ["soaEmail"],
        request: (args) => ({ path: "/domains/import", body: { ...nameOf(args), ...args.importFrom } }),
      },
      cloneFrom: {
        fills: ["soaEmail", "masterIps"],
        request: (args) => ({ path: fillPath("/domains/{cloneFrom}/clone", args), body: nameOf(args) }),
        source: { path: "cloneFrom" },
      },
    },
  },
  loses: { deleted: "all of its records, also those that no stack manages" },
  deadlines: { createSec: 5 * 60, updateSec: 5 * 60, deleteSec: 5 * 60 },
});

/** Records in a domain of type `slave`, before a create, unless the same update makes it a master. */
export function rejectsRecords({ id, type }: Values): string | undefined {
  return type === "slave"
    ? `domain ${String(id)} is a slave, a read-only copy; create the record in its master, or change its type to "master"`
    : undefined;
}

/** The requests for an import and a clone carry only a name. */
function nameOf({ domain = "" }: Partial<DomainArgs>): Values {
  return { domain: canonicalHostName(domain) };
}

function domainProblem(name: string): string | undefined {
  const labels = canonicalHostName(name).replace(/^\*\./, "").split(".");
  if (labels.some((label) => label.length < 1 || label.length > 63)) return "must have labels of 1 to 63 characters";
  if (labels.some((label) => !/^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/.test(label))) {
    return 'must have labels of letters, digits, "_" and inner "-" (write international names in xn-- form)';
  }
  return undefined;
}

/** A name outside a top-level domain of letters, such as `localhost`. */
function unusualDomain(name: string): string | undefined {
  return /\.([a-z]{2,63}|xn--[a-z0-9-]+)$/.test(canonicalHostName(name))
    ? undefined
    : "the API is known to accept only names below a top-level domain, such as example.com";
}

function emailProblem(address: string): string | undefined {
  return /^[^\s@]+@[^\s@]+$/.test(address) ? undefined : "must be an email address";
}

/** An address whose host has no domain, such as `root@localhost`. */
function unusualEmail(address: string): string | undefined {
  return /@[^.]+(\.[^.]+)+$/.test(address)
    ? undefined
    : "the API is known to accept only addresses with a full domain name, such as admin@example.com";
}

/** A range that contains every address: anyone on the Internet could read the whole zone. */
function opensToEveryone(ranges: string[]): string | undefined {
  const open = ranges.find((range) => /\/0+$/.test(range));
  return open && `${open} lets anyone on the Internet read the whole zone; list only the nameservers that need it`;
}

/** Type `master` requires `soaEmail`, unless `importFrom` or `cloneFrom` provides it. */
function masterNeedsEmail({ type }: Partial<DomainArgs>, isGiven: IsGiven<DomainArgs>): Failure[] {
  if (type !== "master" || isGiven("soaEmail")) return [];
  return [{ path: "soaEmail", reason: 'is required for type "master"' }];
}

/** Type `slave` requires an address in `masterIps`, unless `cloneFrom` provides it. */
function slaveNeedsMasters({ type, masterIps }: Partial<DomainArgs>, isGiven: IsGiven<DomainArgs>): Failure[] {
  if (type !== "slave") return [];
  const isEmpty = masterIps ? masterIps.length === 0 : !isGiven("masterIps");
  return isEmpty ? [{ path: "masterIps", reason: 'must have at least one address for type "slave"' }] : [];
}

/** `importFrom` requires `remoteNameserver`. */
function importNeedsNameserver({ importFrom }: Partial<DomainArgs>, isGiven: IsGiven<DomainArgs>): Failure[] {
  const isMissing = importFrom !== undefined && !isGiven("importFrom.remoteNameserver");
  return isMissing ? [{ path: "importFrom.remoteNameserver", reason: "is required" }] : [];
}
