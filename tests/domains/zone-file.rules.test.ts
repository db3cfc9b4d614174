import fc from "fast-check";
import { parseZoneFile } from "../../provider/zone-file/records";
import type { ZoneFileRecord } from "../../provider/zone-file/records";
import { remarksOn } from "../../provider/zone-file/remarks";
import type { Remark } from "../../provider/zone-file/tokens";

const ZONE = "example.com";
const recordsIn = (text: string, domain: string | undefined = ZONE) => {
  const { problems, records } = parseZoneFile(text, domain);
  expect(problems).toEqual([]);
  return records;
};
const reasonsIn = (text: string, domain?: string) => parseZoneFile(text, domain).problems;
const short = (all: readonly Remark[]) => all.map(({ line, reason }) => `${line} ${reason}`);
const leftOutOf = (text: string) => short(parseZoneFile(text, ZONE).leftOut);

/** A small web site with mail, as a registrar exports it. */
const REGISTRAR = `
$ORIGIN example.com.
$TTL 1h
"@"     IN  SOA ns1.example.net. hostmaster.example.com. (
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
www 300 IN  CNAME "@"
mail    300 A   192.0.2.2
`;

/** Long texts, in pieces and over lines, as a mail service asks for. */
const MAIL_KEYS = `
selector._domainkey.example.com. 86400 IN TXT ( "v=DKIM1; k=rsa; "
    "p=MIGfMA0" ; the first part
    "GCSqGSIb3" )
_dmarc IN 2h TXT "v=DMARC1\\; p=none; rua=mailto:\\"a\\"@example.com"
caf\\233 TXT x
@ MX 0 .
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
      { type: "MX", ttlSec: 7200, target: "", priority: 0 },
      { type: "TXT", name: "note", ttlSec: 7200, target: "café" },
      { type: "TXT", name: "plain", ttlSec: 7200, target: "onetwo" },
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
        ttlSec: 3600,
        service: "_xmpp",
        protocol: "_tcp.chat",
        priority: 5,
        weight: 0,
        port: 5222,
        target: "chat.example.net",
      },
      { type: "NS", name: "lab", ttlSec: 3600, target: "ns.lab.lab.example.com" },
      { type: "A", name: "*.lab", ttlSec: 3600, target: "192.0.2.9" },
      { type: "A", name: "host.deep.lab", ttlSec: 3600, target: "192.0.2.10" },
    ],
  ],
])("reads %s", (_, text, records) => {
  expect(recordsIn(text)).toEqual(records);
  const mixed = ["\n", "\r\n", "\r"];
  for (const end of mixed) expect(recordsIn(`\ufeff${text.replaceAll("\n", end)}`)).toEqual(records);
  let count = 0;
  expect(recordsIn(text.replace(/\n/g, () => mixed[count++ % 3] ?? ""))).toEqual(records);
});

test("the zone is that of the domain, of the SOA record or of the first $ORIGIN; without any, names are relative", () => {
  const www = { type: "A", name: "www", ttlSec: 60, target: "192.0.2.1" };
  for (const text of ["www 60 A 192.0.2.1", "www.Example.COM. 60 A 192.0.2.1"]) {
    expect(recordsIn(text, "Example.com.")).toEqual([www]);
    expect(recordsIn(`$ORIGIN example.com.\n${text}`, undefined)).toEqual([www]);
    expect(recordsIn(`example.com. 60 IN SOA a. b. 1 2 3 4 5\n${text}`, undefined)).toEqual([www]);
  }
  expect(parseZoneFile("www 60 A 192.0.2.1").records).toEqual([www]);
  // As name servers write dynamic zones, and with an origin above the zone.
  const top = "IN SOA a. b. 1 2 3 4 60\n$ORIGIN Example.com.\nwww A 192.0.2.1";
  for (const file of [
    `$ORIGIN .\nexample.com ${top}`,
    `$origin COM.\nExample ${top}`,
    `$ORIGIN com.\n$ORIGIN example\n@ ${top}`,
  ]) {
    for (const domain of [ZONE, undefined]) {
      expect(parseZoneFile(file, domain)).toMatchObject({ zone: ZONE, records: [www], problems: [] });
    }
  }
});

test.each([
  ["$ORIGIN example.org.\n@ SOA a. b. 1 2 3 4 5\nwww A 192.0.2.1", 2, "example.org"],
  ["; a comment\n$ORIGIN example.org.\nwww A 192.0.2.1", 2, "example.org"],
  ["$ORIGIN .\nlab.example.com SOA a. b. 1 2 3 4 5\nwww.example.com A 192.0.2.1", 2, "lab.example.com"],
  ["$ORIGIN com.\n@ SOA a. b. 1 2 3 4 5\nexample A 192.0.2.1", 2, "com"],
])("%j is the file of another zone", (text, line, other) => {
  const reason = `the file is of the zone ${other}, and the domain is example.com`;
  expect(parseZoneFile(text, ZONE)).toMatchObject({ records: [], problems: [{ line, reason }] });
});

test.each([
  [
    "the SOA record's minimum",
    "@ SOA a. b. 1 2 3 4 1h\na A 192.0.2.1\nb 300 A 192.0.2.2\nc A 192.0.2.3",
    [3600, 300, 3600],
  ],
  ["the last one stated", "@ 2h SOA a. b. 1 2 3 4 60\na A 192.0.2.1\nb 300 HINFO a b\nc A 192.0.2.3", [7200, 300]],
  [
    "$TTL",
    "a 60 A 192.0.2.1\n$TTL 1d12h\nb A 192.0.2.2\nc 300 A 192.0.2.3\nd A 192.0.2.4",
    [60, 129_600, 300, 129_600],
  ],
  ["none, before any", "a A 192.0.2.1", [undefined]],
])("a record without a TTL has %s", (_, text, ttls) => {
  expect(recordsIn(text).map(({ ttlSec }) => ttlSec)).toEqual(ttls);
});

test("a name that has the zone twice keeps it, because the service strips it once", () => {
  expect(recordsIn("www.example.com.example.com. 5 A 192.0.2.1\n$ORIGIN net\nexample.com 5 A 192.0.2.2")).toEqual([
    { type: "A", name: "www.example.com.example.com", ttlSec: 5, target: "192.0.2.1" },
    { type: "A", name: "example.com.net", ttlSec: 5, target: "192.0.2.2" },
  ]);
});

test("equal records are one; a TTL that the service has only as another one is remarked on", () => {
  const text =
    "a 2147483648 AAAA 2001:db8::1\nA 60 AAAA 2001:DB8:0::1\n@ 60 MX 0 B\n@ 60 MX 0 b.example.com.\nt 60 TXT a b\nt 60 TXT ab";
  const file = parseZoneFile(text, ZONE);
  expect(file.records).toMatchObject([{ ttlSec: 300 }, { target: "b.example.com" }, { target: "ab" }]);
  expect(file.lines).toEqual([1, 3, 5]);
  expect(remarksOn(file, "set")?.texts).toEqual([
    "zoneFile: other TTLs: line 1: a TTL of 0 becomes 300, the shortest documented one: to the service, 0 is the domain's default; " +
      "line 2: equal to the record of line 1, whose TTL applies",
  ]);
});

test("names in UTF-8 have their xn-- form, escaped letters are letters, and numbers of types and of the class are these", () => {
  const cname = { type: "CNAME", name: "xn--bcher-kva.12", ttlSec: 5, target: "xn--mnchen-3ya.example" };
  expect(recordsIn("b\\195\\188cher.12 5 CNAME M\\195\\188nchen.example.")).toEqual([cname]);
  expect(recordsIn("bücher.１２ 5 CNAME München.example.\n\\095a\\-b.\\* 5 CLASS1 TYPE1 192.0.2.1")).toEqual([
    cname,
    { type: "A", name: "_a-b.*", ttlSec: 5, target: "192.0.2.1" },
  ]);
  expect(recordsIn("a 5 A 192.0.2.1", "xn--bcher-kva.example")).toEqual(
    recordsIn("$ORIGIN Bücher.example.\na 5 A 192.0.2.1", "xn--bcher-kva.example"),
  );
});

test("what the service cannot have is left out, with its line", () => {
  expect(
    leftOutOf(
      "@ SOA a. b. 1 2 3 4 5\n@ NS ns.example.net.\n@ HINFO a b\n@ CAA 128 issue x\na\\.b A 192.0.2.1\n_a._b SRV 1 2 3 .\n" +
        "@ CAA 0 contactEmail a@example.com\nshop MX 0 .\n@ MX 10 .\na TYPE65534 \\# 1 00",
    ),
  ).toEqual([
    "1 SOA: the service has its own; see soaEmail and the times of the domain",
    "2 NS of the zone: the service answers with its own name servers",
    "3 HINFO: the service has no such records",
    "4 CAA with flags 128: the service only has 0",
    '5 a\\.b: the service has no names with "\\"',
    '6 a target of ".": the service only has that in "MX 0 ." of the domain itself',
    "7 CAA contactEmail: the service only has issue, issuewild, iodef",
    '8 a target of ".": the service only has that in "MX 0 ." of the domain itself',
    '9 a target of ".": the service only has that in "MX 0 ." of the domain itself',
    "10 TYPE65534: the service has no such records",
  ]);
});

test("types that the service lacks are one remark, with the lines and the text of the first; lines are no part of its digest", () => {
  const lines = "a A 192.0.2.1\na DHCID AAIBY2/AuC\nb DHCID AA\nwww AA 192.0.2.1";
  const remarks = remarksOn(parseZoneFile(lines, ZONE), "set");
  expect(remarks?.texts).toEqual([
    'zoneFile: not in the set: lines 2, 3: DHCID: the service has no such records ("a DHCID AAIBY2/AuC"); ' +
      'line 4: AA: the service has no such records ("www AA 192.0.2.1")',
  ]);
  expect(remarksOn(parseZoneFile(`; a comment\n${lines}`, ZONE), "set")?.digest).toBe(remarks?.digest);
  expect(remarksOn(parseZoneFile(`${lines}\nc HINFO a b`, ZONE), "set")?.digest).not.toBe(remarks?.digest);
});

test("a file without a record that the service can have is an error", () => {
  const top = "@ SOA a. b. 1 2 3 4 5\n@ NS a.";
  for (const text of ["", "\n", "; a comment", "$TTL 300", "www AA 192.0.2.1", top, `${top}\na HINFO b c`]) {
    expect(short(parseZoneFile(text, ZONE).problems)[0]).toMatch(/^1 the file has no record that the service can have/);
  }
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
  ["sip SRV 1 2 3 a", 1, /SRV: the service only has names such as _sip\._tcp/],
  ['@ TXT "open\n', 1, /quoted text that does not end in its line/],
  ['a TXT (\n"b"', 1, /"\(" without "\)"/],
  ["a TXT ((x))", 1, /within the parentheses of line 1/],
  ["a TXT x)", 1, /"\)" without "\("/],
  ["$INCLUDE other", 1, /\$INCLUDE is not supported/],
  ["$GENERATE 1-5 a A 1", 1, /\$GENERATE is not supported/],
  ["$TTL soon", 1, /\$TTL "soon" is no time/],
  ["$ORIGIN", 1, /\$ORIGIN has no value/],
  ["$ORIGIN a www A 192.0.2.1", 1, /\$ORIGIN has one value, and no "www" after it/],
  ["$TTL 300 www A 192.0.2.1", 1, /\$TTL has one value/],
  ["$TTL 1h30", 1, /\$TTL "1h30" is no time/],
  ["www 60 60 A 192.0.2.1", 1, /"60" is no record type/],
  ["www IN 192.0.2.1", 1, /"192\.0\.2\.1" is no record type/],
  ["@ SOA a. b. 1 2 3 4", 1, /SOA needs 7 values, and has 6/],
  ["www A \\# 4 C0000201", 1, /A in the form of RFC 3597/],
  ["\nexample.com A 192.0.2.1", 2, /^example\.com without a final period is example\.com\.example\.com: end it with a/],
  ["www.Example.COM A 192.0.2.1", 1, /^www\.Example\.COM without a final period is www\.example\.com\.example\.com/],
  ["$ORIGIN example.com\nwww A 192.0.2.1", 1, /^example\.com without a final period/],
  ["@ MX 10 mail.example.com", 1, /^mail\.example\.com without a final period/],
  ["example.com SOA a. b. 1 2 3 4 5\nwww A 192.0.2.1", 1, /^example\.com without a final period/],
  ["w..x A 192.0.2.1", 1, /w\.\.x has an empty label/],
  ["\u2028ü A 192.0.2.1", 1, /has no form in ASCII/],
  ["a A 192.0.2.1 ; \ufffd\nb TXT x\ufffd", 2, /bytes that are not UTF-8/],
  ["b TXT \\255", 1, /bytes that are not UTF-8/],
  ["b TXT \\256", 1, /"\\256" is no escape/],
  ["b TXT \\1", 1, /"\\1" is no escape/],
  ["a\0 \0A\0", 1, /no text in UTF-8/],
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
