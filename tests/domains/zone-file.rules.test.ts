import fc from "fast-check";
import { parseZoneFile } from "../../provider/zone-file/records";
import type { ZoneFileRecord } from "../../provider/zone-file/records";

const ZONE = "example.com";
const recordsIn = (text: string, domain: string | undefined = ZONE) => {
  const { problems, records } = parseZoneFile(text, domain);
  expect(problems).toEqual([]);
  return records;
};
const reasonsIn = (text: string, domain?: string) => parseZoneFile(text, domain).problems;
const leftOutOf = (text: string) => parseZoneFile(text, ZONE).leftOut.map(({ line, reason }) => `${line} ${reason}`);

/** A small web site with mail, as a registrar exports it. */
const REGISTRAR = `
$ORIGIN example.com.
$TTL 1h
@       IN  SOA ns1.example.net. hostmaster.example.com. (
                2026010101 ; serial
                1d 2h 4w   ; refresh, retry, expire
                1h )
        IN  NS  ns1.example.net.
        IN  A   192.0.2.1
        IN  AAAA 2001:db8::1
        IN  MX  10 mail
        IN  MX  20 backup.example.net.
        IN  TXT "v=spf1 include:_spf.example.net; -all"
        IN  CAA 0 issue "ca.example; policy=ev"
www 300 IN  CNAME @
mail    300 A   192.0.2.2
`;

/** Long texts, in pieces and over lines, as a mail service asks for. */
const MAIL_KEYS = `
selector._domainkey.example.com. 86400 IN TXT ( "v=DKIM1; k=rsa; "
    "p=MIGfMA0" ; the first part
    "GCSqGSIb3" )
_dmarc IN 2h TXT "v=DMARC1\\; p=none; rua=mailto:\\"a\\"@example.com"
caf\\195\\169 TXT x
none MX 0 .
note TXT caf\\195\\169
plain TXT one two
`;

/** Services and a delegated part, with changing origins. */
const SERVICES = `
_sip._tcp 3600 IN SRV 10 60 5060 sip
_xmpp._tcp.chat SRV 5 0 5222 chat.example.net.
$ORIGIN lab
@ NS ns.lab
* A 192.0.2.9
$ORIGIN deep.lab.example.com.
host A 192.0.2.10
`;

test.each<[string, string, ZoneFileRecord[]]>([
  [
    "a web site with mail",
    REGISTRAR,
    [
      { type: "A", ttlSec: 3600, target: "192.0.2.1" },
      { type: "AAAA", ttlSec: 3600, target: "2001:db8::1" },
      { type: "MX", ttlSec: 3600, priority: 10, target: "mail.example.com" },
      { type: "MX", ttlSec: 3600, priority: 20, target: "backup.example.net" },
      { type: "TXT", ttlSec: 3600, target: "v=spf1 include:_spf.example.net; -all" },
      { type: "CAA", ttlSec: 3600, tag: "issue", target: "ca.example; policy=ev" },
      { type: "CNAME", name: "www", ttlSec: 300, target: "example.com" },
      { type: "A", name: "mail", ttlSec: 300, target: "192.0.2.2" },
    ],
  ],
  [
    "long and escaped texts",
    MAIL_KEYS,
    [
      {
        type: "TXT",
        name: "selector._domainkey",
        ttlSec: 86_400,
        target: "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3",
      },
      { type: "TXT", name: "_dmarc", ttlSec: 7200, target: 'v=DMARC1; p=none; rua=mailto:"a"@example.com' },
      { type: "MX", name: "none", target: "", priority: 0 },
      { type: "TXT", name: "note", target: "café" },
      { type: "TXT", name: "plain", target: "onetwo" },
    ],
  ],
  [
    "services and origins",
    SERVICES,
    [
      {
        type: "SRV",
        ttlSec: 3600,
        service: "_sip",
        protocol: "_tcp",
        priority: 10,
        weight: 60,
        port: 5060,
        target: "sip.example.com",
      },
      {
        type: "SRV",
        service: "_xmpp",
        protocol: "_tcp.chat",
        priority: 5,
        weight: 0,
        port: 5222,
        target: "chat.example.net",
      },
      { type: "NS", name: "lab", target: "ns.lab.lab.example.com" },
      { type: "A", name: "*.lab", target: "192.0.2.9" },
      { type: "A", name: "host.deep.lab", target: "192.0.2.10" },
    ],
  ],
])("reads %s", (_, text, records) => {
  expect(recordsIn(text)).toEqual(records);
  expect(recordsIn(text.replaceAll("\n", "\r\n"))).toEqual(records);
});

test("the zone is that of the domain, the first $ORIGIN or the SOA record; without any, names are relative", () => {
  const www = { type: "A", name: "www", target: "192.0.2.1" };
  for (const text of ["www A 192.0.2.1", "www.Example.COM. A 192.0.2.1"]) {
    expect(recordsIn(text, "Example.com.")).toEqual([www]);
    expect(recordsIn(`$ORIGIN example.com.\n${text}`, undefined)).toEqual([www]);
    expect(recordsIn(`example.com. 60 IN SOA a. b. 1 2 3 4 5\n${text}`, undefined)).toEqual([www]);
  }
  expect(parseZoneFile("www A 192.0.2.1").records).toEqual([www]);
});

test("what the service cannot have is left out, with its line", () => {
  expect(
    leftOutOf(
      "@ SOA a. b. 1 2 3 4 5\n@ NS ns.example.net.\n@ HINFO a b\n@ CAA 128 issue x\na\\.b A 192.0.2.1\n_a._b SRV 1 2 3 .",
    ),
  ).toEqual([
    "1 SOA: the service has its own; see soaEmail and the times of the domain",
    "2 NS of the zone: the service answers with its own name servers",
    "3 HINFO: the service has no such records",
    "4 CAA with flags 128: the service only has 0",
    '5 a\\.b: the service has no names with "\\"',
    '6 a target of ".": the service needs a host name',
  ]);
});

test.each<[string, number, RegExp]>([
  ["www A", 1, /^A needs 1 value, and has 0$/],
  ["\nwww A 1.2.3.4 5.6.7.8", 2, /needs 1 value, and has 2/],
  ["www TXT", 1, /TXT needs/],
  ["www", 1, /has no type/],
  ["www 300 IN", 1, /has no type/],
  [" A 192.0.2.1", 1, /no entry before it has a name/],
  ["www CH A 192.0.2.1", 1, /class CH: only IN/],
  ["@ MX ten mail", 1, /"ten" is no number/],
  ["sip SRV 1 2 3 a", 1, /an SRV record needs a name such as _sip\._tcp/],
  ['@ TXT "open\n', 1, /quoted text that does not end in its line/],
  ['a TXT (\n"b"', 1, /"\(" without "\)"/],
  ["a TXT ((x))", 1, /within the parentheses of line 1/],
  ["a TXT x)", 1, /"\)" without "\("/],
  ["$INCLUDE other", 1, /\$INCLUDE is not supported/],
  ["$GENERATE 1-5 a A 1", 1, /\$GENERATE is not supported/],
  ["$TTL soon", 1, /\$TTL "soon" is no time/],
  ["$ORIGIN", 1, /\$ORIGIN has no value/],
  ["www {A} x", 1, /"\{A\}" is no record type/],
  ["a.example.org. A 192.0.2.1", 1, /a\.example\.org\. is not in example\.com/],
])("%j is an error in line %d", (text, line, reason) => {
  expect(reasonsIn(text, ZONE)).toContainEqual({ line, reason: expect.stringMatching(reason) });
});

test("without the zone's name, relative targets and full names are errors", () => {
  expect(reasonsIn("www CNAME @\n*.x.example.com. A 192.0.2.1")).toEqual([
    { line: 1, reason: "the target @ is relative: end it with a period, or add $ORIGIN at the top" },
    { line: 2, reason: "*.x.example.com. is a full name: add $ORIGIN with the zone's name at the top" },
  ]);
});

test("damaged and hostile files are read to their end, in linear time, without an exception", () => {
  const piece = fc.constantFrom(
    ...'\\;()"@.$\n\t \u00a0\u2028',
    "$ORIGIN ",
    "$TTL ",
    " IN ",
    " A ",
    "TXT",
    "\\1",
    "\\999",
    "x".repeat(300),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: "binary" })), { maxLength: 60 }), (pieces) => {
      const text = pieces.join("");
      const { records, lines, problems, leftOut } = parseZoneFile(text, ZONE);
      expect(lines).toHaveLength(records.length);
      const count = text.split("\n").length;
      for (const { line } of [...problems, ...leftOut]) expect(line).toBeLessThanOrEqual(count);
    }),
  );
  const long = "\\".repeat(20_000) + '"'.repeat(20_001) + "(".repeat(20_000);
  expect(parseZoneFile(long, ZONE).problems.length).toBeGreaterThan(0);
});
