import { integer, ipAddress, ipRange, listOf, oneOf, text, word } from "../arguments/types";
import type { Failure } from "../arguments/types";
import type { Definition, Values } from "../definition";
import { canonicalHostName } from "../normalise/host-name";
import { unordered } from "../normalise/unordered";

/** What a `Domain` is made of (document 3, Domain). Everything changes in place. */
export interface DomainArgs {
  /**
   * Name of the zone, 1 to 255 characters, each label at most 63, as in RFC 1035. It is unique on the whole platform, other
   * accounts included.
   */
  domain: string;
  /** `master`: this is the authoritative source. `slave`: a read-only copy of the zone at `masterIps`. */
  type: "master" | "slave";
  /** Whether the zone is served; default `active`. */
  status?: "active" | "disabled";
  /** For display only, 1 to 255 characters; default none. */
  description?: string;
  /** For display only, 1 to 50 characters; default none. */
  group?: string;
  /** Tags, in any order; default none. */
  tags?: string[];
  /** Start-of-authority e-mail address; required for a master. */
  soaEmail?: string;
  /** Addresses of the master's nameservers; at least one is required for a slave. */
  masterIps?: string[];
  /** Addresses and ranges that may transfer the zone; leave it empty unless a transfer is intended. */
  axfrIps?: string[];
  /** Seconds after which the zone stops being authoritative; 0, the default, leaves it to the service, which may round. */
  expireSec?: number;
  /** Seconds between refreshes; 0, the default, leaves it to the service, which may round. */
  refreshSec?: number;
  /** Seconds between retries of a failed refresh; 0, the default, leaves it to the service, which may round. */
  retrySec?: number;
  /** Seconds that resolvers may cache the zone's records; 0, the default, leaves it to the service, which may round. */
  ttlSec?: number;
}

/** What a `Domain` has (document 3, Domain). */
export interface DomainState {
  domain: string;
  type: string;
  status: string;
  description: string | null;
  group: string;
  tags: string[];
  soaEmail: string;
  masterIps: string[];
  axfrIps: string[];
  expireSec: number;
  refreshSec: number;
  retrySec: number;
  ttlSec: number;
}

const seconds = { type: integer(0, 2_147_483_647), whenRemoved: 0 };

export const domain: Definition = {
  kind: "Domain",
  noun: "domain",
  source: "document 3, Domain",
  collection: "/domains",
  args: {
    domain: { type: text(1, 255, domainProblem), required: true, canonical: (name) => canonicalHostName(String(name)) },
    type: { type: oneOf("master", "slave"), required: true },
    status: { type: oneOf("active", "disabled"), whenRemoved: "active" },
    description: { type: text(1, 255), whenRemoved: null },
    group: { type: text(1, 50), whenRemoved: "" },
    tags: { type: listOf(word), compareBy: unordered, whenRemoved: [] },
    soaEmail: { type: text(3, 255, emailProblem) },
    masterIps: { type: listOf(ipAddress), compareBy: unordered, whenRemoved: [] },
    axfrIps: { type: listOf(ipRange), compareBy: unordered, whenRemoved: [] },
    expireSec: seconds,
    refreshSec: seconds,
    retrySec: seconds,
    ttlSec: seconds,
  },
  computed: {},
  rules: [masterNeedsEmail, slaveNeedsMasters],
  identity: { by: ["domain"], unique: true },
  deadlines: { createSec: 5 * 60, updateSec: 5 * 60, deleteSec: 5 * 60 },
};

function domainProblem(name: string): string | undefined {
  const labels = canonicalHostName(name).replace(/^\*\./, "").split(".");
  if (labels.some((label) => label.length < 1 || label.length > 63)) return "must have labels of 1 to 63 characters";
  if (labels.some((label) => !/^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/.test(label))) {
    return 'must have labels of letters, digits and inner "-" (write an international name in its xn-- form)';
  }
  return labels.length < 2 ? "must have at least two labels, such as example.com" : undefined;
}

function emailProblem(address: string): string | undefined {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) ? undefined : "must be an e-mail address";
}

function masterNeedsEmail(known: Values, isGiven: (name: string) => boolean): Failure[] {
  if (known.type !== "master" || isGiven("soaEmail")) return [];
  return [{ path: "soaEmail", reason: 'is required for type "master"' }];
}

function slaveNeedsMasters(known: Values, isGiven: (name: string) => boolean): Failure[] {
  if (known.type !== "slave") return [];
  const isEmpty = Array.isArray(known.masterIps) ? known.masterIps.length === 0 : !isGiven("masterIps");
  return isEmpty ? [{ path: "masterIps", reason: 'needs at least one address for type "slave"' }] : [];
}
