/** Types of DNS records (Linode API v4, Domain Records). */
export type DomainRecordType = "A" | "AAAA" | "NS" | "MX" | "CNAME" | "TXT" | "SRV" | "PTR" | "CAA";
export const RECORD_TYPES = ["A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"] as const;

/** Inputs of a `DomainRecord` (Linode API v4, Domain Records). */
export interface DomainRecordArgs {
  /** ID of the domain, as a number or a string: `zone.id`. Changing it replaces the record. */
  domainId: number | string;
  /** Type of the record. Changing it replaces the record; the old one is deleted first. */
  type: DomainRecordType;
  /**
   * Host name relative to the domain, up to 100 characters. For the domain itself, use `""` or `"@"`, or omit it. Required for
   * CNAME. The API ignores it for SRV, whose name it builds from service and protocol; a preview warns. Updates in place.
   */
  name?: string;
  /**
   * What the record points to: an address for A and AAAA (`web.publicIpv4`, `web.publicIpv6`), text for TXT, a host name for the others, where a trailing period
   * is accepted except for CAA. Updates in place.
   */
  target?: string;
  /**
   * Seconds that resolvers may cache the record: 300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600
   * or 2419200. Other values are rounded to the nearest of these, with ties rounded up, and a preview warns about it. The service of the
   * brand `linode` also keeps 30 and 120, and rounds others up. 0, the default, means the domain's default. Updates in place.
   */
  ttlSec?: number;
  /** 0 to 255, lower is preferred; for MX and SRV only, required for SRV. Updates in place. */
  priority?: number;
  /** 0 to 65535, higher is preferred among equal priorities; for SRV only, and required there. Updates in place. */
  weight?: number;
  /** 0 to 65535; for SRV only, and required there. Updates in place. */
  port?: number;
  /**
   * Name of the service, with or without its underscore; for SRV only. The API is known to require it, although its documents do
   * not, so a preview warns if it is missing. Updates in place.
   */
  service?: string;
  /**
   * Protocol of the service, with or without its underscore; for SRV only. A preview warns about any other than udp, tcp, xmpp, tls
   * and smtp, the only ones that the API is known to accept, and about a subdomain for the service (`tcp.sub`), which it is reported
   * to accept. Updates in place.
   */
  protocol?: string;
  /** `issue`, `issuewild` or `iodef`; for CAA only, and required there. Updates in place. */
  tag?: "issue" | "issuewild" | "iodef";
}

/** Outputs of a `DomainRecord` (Linode API v4, Domain Records). Its Pulumi ID is `domainId/recordId`. */
export interface DomainRecordState extends Required<
  Omit<DomainRecordArgs, "domainId" | "service" | "protocol" | "tag">
> {
  /** As given: a number or a string. */
  domainId: number | string;
  /** Name of the service of an SRV record; null for other types. */
  service: string | null;
  /** Protocol of the service of an SRV record; null for other types. */
  protocol: string | null;
  /** `issue`, `issuewild` or `iodef` for a CAA record; null for other types. */
  tag: Required<DomainRecordArgs>["tag"] | null;
  /** ID of the record in the API. */
  recordId: number;
  /** When it was created, in UTC. */
  created: string;
  /** When it was last changed, in UTC. */
  updated: string;
}
