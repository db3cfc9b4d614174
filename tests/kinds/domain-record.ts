import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { email, host, ipv6, mixedCase, seconds, someOf, twoOf, unicode, word } from "../support/arbitraries";
import type { Arbitraries } from "../support/arbitraries";
import { aZone, ZONE } from "../support/programs";
import { DATE, documented, ID, integer, oneOf, orNull, TEXT, text, without } from "./schema";
import { operationsOn, specimen, TIMES } from "./specimen";

/** The valid values (Linode API v4, Domain Records), and 0 for the default, as on the real service. */
const TTL = [
  ...[0, 300, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400, 172_800, 345_600],
  ...[604_800, 1_209_600, 2_419_200],
];

/** A record of a domain (Linode API v4, Domain Records). An empty name is the domain itself. */
const RECORD = documented({
  id: ID,
  type: oneOf("A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"),
  name: text(0, 100),
  target: TEXT,
  ttl_sec: { type: "integer", enum: TTL },
  priority: integer(0, 255),
  weight: integer(0, 65_535),
  port: integer(0, 65_535),
  service: orNull(TEXT),
  protocol: orNull(TEXT),
  tag: { type: ["string", "null"], enum: ["issue", "issuewild", "iodef", null] },
  created: DATE,
  updated: DATE,
});

const WRITTEN = without(RECORD, "id", "created", "updated");

const recordName = fc.oneof(
  fc.constantFrom("", "@"),
  word.chain(mixedCase),
  fc.tuple(word, word).chain(([a, b]) => mixedCase(`_${a}.${b}`)),
  word.chain((name) => mixedCase(`${name}.${ZONE}`)),
  word.map((name) => `${name}.`),
);
const ownName = word.chain(mixedCase);
const priority = fc.oneof(fc.constantFrom(0, 255), fc.nat({ max: 255 }));
const word16 = fc.oneof(fc.constantFrom(0, 65_535), fc.nat({ max: 65_535 }));
const underscored = (text: string): fc.Arbitrary<string> => fc.constantFrom(text, `_${text}`);
const serviceName = fc.oneof(
  word,
  fc.tuple(word, word).map(([a, b]) => `${a}_${b}`),
);
const protocol = fc.constantFrom("tcp", "udp", "TLS").chain(underscored);

const optionalName = { name: recordName, ttlSec: seconds };
const pointing = (target: fc.Arbitrary<string>, optional: Arbitraries = optionalName): fc.Arbitrary<Values> =>
  fc.tuple(someOf(optional), target).map(([rest, to]) => ({ ...rest, target: to }));

export const RECORDS: Readonly<Record<string, fc.Arbitrary<Values>>> = {
  A: pointing(fc.ipV4()),
  AAAA: pointing(ipv6),
  NS: pointing(host),
  MX: fc.oneof(
    pointing(host, { ...optionalName, priority }),
    fc
      .tuple(someOf({ ttlSec: seconds }), fc.constantFrom("", "@"))
      .map(([rest, name]) => ({ ...rest, name, target: "" })),
  ),
  CNAME: fc
    .tuple(someOf({ ttlSec: seconds }), ownName, host)
    .map(([rest, name, target]) => ({ ...rest, name, target })),
  TXT: pointing(fc.oneof(unicode(255), fc.constantFrom('"quoted"', '"one" "two"'))),
  SRV: fc
    .tuple(someOf({ ttlSec: seconds, name: ownName }), fc.oneof(host, word), priority, word16, word16)
    .chain(([rest, target, ...numbers]) =>
      fc.tuple(serviceName.chain(underscored), someOf({ protocol })).map(([service, more]) => {
        const [first, weight, port] = numbers;
        return { ...rest, ...more, target, priority: first, weight, port, service };
      }),
    ),
  PTR: pointing(host),
  CAA: fc.oneof(
    fc
      .tuple(someOf(optionalName), host, fc.constantFrom("issue", "issuewild"))
      .map(([rest, target, tag]) => ({ ...rest, target: target.replace(/\.$/, ""), tag })),
    fc.tuple(someOf(optionalName), email).map(([rest, at]) => ({ ...rest, target: `mailto:${at}`, tag: "iodef" })),
  ),
};

export default specimen("DomainRecord", {
  terraform: ["linode_domain_record", { domain_id: 5, id: "7" }],
  needs: async (service) => ({ domainId: await aZone(service) }),
  several: (index) => ({ name: `www-${index}` }),
  variants: [
    {
      domainId: [12, 13],
      type: ["SRV", "MX"],
      target: ["sip.example.com.", "sip2.example.com"],
      ttlSec: [400, 3600],
      priority: [0, 255],
      weight: [65_535, 0],
      port: [5060, 5061],
      service: ["_sip", "sips"],
      protocol: ["tcp", "_udp"],
    },
    {
      domainId: ["12", "13"],
      type: ["AAAA", "TXT"],
      name: ["WWW", "@"],
      target: ["2001:DB8:0::1", "2001:db8::2"],
      ttlSec: [0, 300],
    },
    {
      domainId: ["12", "13"],
      type: ["CAA", "TXT"],
      name: ["@", "www"],
      target: ["ca.example", "ca2.example"],
      tag: ["issue", "iodef"],
    },
  ],
  shows: () => TIMES,
  lives: [
    {
      title: "an A record",
      args: { type: "A", name: "WWW", target: "192.0.2.1", ttlSec: 400 },
      changes: { target: "192.0.2.2", ttlSec: 0 },
      made: { type: "A", name: "www", target: "192.0.2.1", ttl_sec: 300 },
      changed: { target: "192.0.2.2", ttl_sec: 0 },
    },
    {
      title: "an MX record of the domain itself",
      args: { type: "MX", target: "mail.zone.example.", priority: 10 },
      changes: { priority: 20, name: "mail" },
      made: { type: "MX", name: "", target: "mail.zone.example", priority: 10 },
      changed: { priority: 20, name: "mail" },
    },
    {
      title: "an SRV record",
      args: {
        type: "SRV",
        target: "sip.zone.example",
        priority: 1,
        weight: 2,
        port: 5060,
        service: "_sip",
        protocol: "tcp",
      },
      changes: { port: 5061, weight: 0 },
      made: { type: "SRV", name: "_sip._tcp", service: "sip", protocol: "tcp", port: 5060, priority: 1, weight: 2 },
      changed: { port: 5061, weight: 0, service: "sip" },
    },
  ],
  otherLives: [
    {
      title: "a CNAME record",
      args: { type: "CNAME", name: "www", target: "zone.example" },
      changes: { target: "other.example", ttlSec: 300 },
      made: { type: "CNAME", name: "www", target: "zone.example" },
      changed: { target: "other.example", ttl_sec: 300 },
    },
    {
      title: "a CAA record",
      args: { type: "CAA", target: "ca.example", tag: "issue" },
      changes: { tag: "iodef", target: "mailto:admin@zone.example" },
      made: { type: "CAA", target: "ca.example", tag: "issue" },
      changed: { tag: "iodef", target: "mailto:admin@zone.example" },
    },
  ],
  random: Object.entries(RECORDS).map(([type, inputs]) => ({
    title: `a record of type ${type}`,
    runs: 7,
    two: twoOf(fc.constant<Values>({ type }), () => inputs),
  })),
  // Linode API v4, Domain Records
  wire: operationsOn("/domains/{}/records", RECORD, { post: WRITTEN, put: WRITTEN }),
});
