import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { canonicalIpv6 } from "../../provider/normalise/ipv6";
import { parseZoneFile } from "../../provider/zone-file/records";
import type { ZoneFileRecord } from "../../provider/zone-file/records";
import { tries } from "../support/chance";
import { describeWith, systemTool } from "../support/system-tool";

const ZONE = "example.com";

type Sets = Record<string, { ttls: Set<number | undefined>; data: string[] }>;

/** Records by name and type: each resource record set has one TTL in a name server. */
function setsOf(all: readonly (readonly [key: string, ttl: number | undefined, data: string])[]): Sets {
  const sets: Sets = {};
  for (const [key, ttl, data] of all) {
    const set = (sets[key] ??= { ttls: new Set(), data: [] });
    set.ttls.add(ttl);
    set.data.push(data);
  }
  for (const { data } of Object.values(sets)) data.sort();
  return sets;
}

const text = (quoted: string): string =>
  Buffer.concat(
    Array.from(quoted.matchAll(/\\(\d{3})|\\(.)|([^"\\])|"( "|)/gs), ([, code, escaped, plain = ""]) =>
      code === undefined ? Buffer.from(escaped ?? plain) : Buffer.from([Number(code)]),
    ),
  ).toString();

/** The records as BIND reads them, without those that the service cannot have. Undefined for a file that BIND rejects. */
function byBind(program: string, file: string): { sets: Sets; warnings: string } | undefined {
  const ignored = ["-k", "-n", "-m", "-r", "-M", "-S"].flatMap((flag) => [flag, "ignore"]);
  const { status, stdout, stderr } = spawnSync(
    program,
    ["-i", "none", ...ignored, "-s", "full", "-o", "-", ZONE, file],
    { encoding: "utf8" },
  );
  if (status !== 0) return undefined;
  const all = Array.from(
    stdout.replace(/\\([@$])/g, "$1").matchAll(/^(\S+)\s+(\d+)\s+IN (\S+)\s+(.*)$/gm),
    ([, owner = "", ttl, type = "", data = ""]) => {
      return { owner: owner.toLowerCase(), ttl: Number(ttl), type, data };
    },
  );
  const held = all.filter(({ owner, type, data }) => {
    if (type === "SOA" || (type === "NS" && owner === `${ZONE}.`) || owner.includes("\\")) return false;
    if (type === "CAA") return /^0 (issue|issuewild|iodef) /i.test(data);
    if (["MX", "SRV"].includes(type) && / \.$/.test(data))
      return type === "MX" && owner === `${ZONE}.` && data === "0 .";
    return /^(A|AAAA|NS|CNAME|PTR|TXT|MX|SRV)$/.test(type);
  });
  const records = held.map(({ owner, ttl, type, data }) => {
    const isText = ["TXT", "CAA"].includes(type);
    return [
      `${owner} ${type}`,
      ttl === 0 ? 300 : ttl,
      isText ? text(data).replace(/^0 \S+ /, (tag) => tag.toLowerCase()) : data.toLowerCase(),
    ] as const;
  });
  return {
    sets: setsOf(records),
    warnings:
      stderr +
      stdout
        .split("\n")
        .filter((line) => line.startsWith(file))
        .join(),
  };
}

/** A record as BIND prints it. */
function asBind(record: ZoneFileRecord) {
  const {
    type,
    name = "",
    target = "",
    ttlSec,
    priority,
    weight,
    port,
    service = "",
    protocol = "",
    tag = "",
  } = record;
  const owner = type === "SRV" ? `${service}.${protocol}` : name;
  const key = `${owner === "" ? "" : `${owner}.`}${ZONE}. ${type}`;
  const address = type === "AAAA" ? canonicalIpv6(target) : target;
  const host = ["NS", "CNAME", "PTR", "MX", "SRV"].includes(type) ? `${target}.` : address;
  const numbers = [priority, weight, port].filter((number) => number !== undefined);
  return [key, ttlSec, type === "CAA" ? `0 ${tag} ${target}` : [...numbers, host].join(" ")] as const;
}

const label = fc.constantFrom("a", "b", "WWW", "x-1", "_dmarc", "*", "7");
const host = fc.oneof(label, fc.constantFrom("@", "mail.b", "Mail.Example.NET.", "a.example.com.", "deep.lab"));
const word = fc.constantFrom(
  "x",
  '"a b"',
  '"v=spf1; -all"',
  "caf\\195\\169",
  '"say \\"hi\\""',
  "a\\;b",
  '"é"',
  '""',
  "\\x",
);
const data = fc.oneof(
  fc.constantFrom("A 192.0.2.1", "A 192.0.2.2", "aaaa 2001:DB8::1", "AAAA 2001:db8:0:0::1", "TYPE1 192.0.2.3"),
  fc.constantFrom(
    "HINFO a b",
    "DHCID AAIB",
    "EUI48 00-00-5e-00-53-2a",
    "TYPE65534 \\# 2 abcd",
    "RP a. b.",
    "KEY 512 255 1 AQMF",
  ),
  fc.constantFrom("CAA 0 issue ca.example", 'CAA 0 ISSUE ";"', "CAA 128 issue x", 'CAA 0 contactemail "a@b"', "MX 0 ."),
  fc.tuple(fc.integer({ min: 0, max: 255 }), host).map(([number, name]) => `MX ${number} ${name}`),
  host.map((name) => `NS ${name}`),
  host.map((name) => `PTR ( ${name} ; a comment\n )`),
  fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `TXT ${words.join(" ")}`),
);
const ttl = fc.constantFrom("", "", "", "0", "60", "1h", "1D2h", "2w");
const before = fc.tuple(ttl, fc.constantFrom("", "IN", "in", "CLASS1"), fc.boolean());
const record = fc
  .tuple(fc.oneof(host, fc.constantFrom("", "", "a\\.b", "\\097")), before, data, fc.constantFrom("", " ; note", "\t"))
  .map(([owner, [time, ofClass, isTtlFirst], rest, end]) => {
    const fields = isTtlFirst ? [time, ofClass] : [ofClass, time];
    return `${owner.replace("Mail.Example.NET.", "@")} \t${fields.join(" ")} ${rest}${end}`;
  });
const service = fc
  .tuple(label, before, host)
  .map(([name, [time], target]) => `_sip._tcp.${name} ${time} SRV 1 2 3 ${target}`);
const directive = fc.constantFrom(
  "$TTL 300",
  "$TTL 1h ; an hour",
  "$ttl 0",
  "$ORIGIN lab",
  "$ORIGIN Example.com.",
  "$ORIGIN .\n$ORIGIN example.com.",
  "",
  "; nothing",
);
const lines = fc.array(fc.oneof({ weight: 8, arbitrary: record }, service, { weight: 2, arbitrary: directive }), {
  minLength: 1,
  maxLength: 12,
});
const top = fc.constantFrom(
  "@ SOA a. b. 1 2 3 4 600",
  "@ 1h IN SOA a. b. ( 1 2 3\n 4 ; expire\n 5 )",
  "$TTL 2h\n@ SOA a. b. 1 2 3 4 5",
  "$ORIGIN .\nexample.com SOA a. b. 1 2 3 4 1d\n$ORIGIN example.com.",
  "$ORIGIN COM.\nexample 60 SOA a. b. 1 2 3 4 5\n$ORIGIN example",
);

describeWith(systemTool("named-compilezone"), "BIND reads the same records", (program) => {
  const folder = mkdtempSync(join(tmpdir(), "zone-file-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** Both readings, where both read the file. */
  const readings = (content: string) => {
    const path = join(folder, "zone");
    writeFileSync(path, content);
    const bind = byBind(program, path);
    const ours = parseZoneFile(content, ZONE);
    return { bind, ours };
  };
  const expectSame = ({ bind, ours }: ReturnType<typeof readings>): void => {
    if (!bind || ours.problems.length > 0) return;
    const sets = setsOf(ours.records.map(asBind));
    const contents = (all: Sets) => Object.fromEntries(Object.entries(all).map(([key, set]) => [key, set.data]));
    expect(contents(sets)).toEqual(contents(bind.sets));
    // In BIND, the TTL of one record of a set is that of all, and of what follows.
    if (/prior TTL/.test(bind.warnings) || ours.otherTtls.some(({ reason }) => reason.includes("equal"))) return;
    for (const [key, { ttls }] of Object.entries(sets)) {
      if (ttls.size === 1) expect([key, ttls]).toEqual([key, bind.sets[key]?.ttls]);
    }
  };
  const file = fc
    .tuple(top, lines)
    .map(([soa, others]) => [soa, "@ NS ns.example.net.", "@ A 192.0.2.1", ...others, ""].join("\n"));

  test("of generated files, and neither rejects them", () => {
    let read = 0;
    fc.assert(
      fc.property(file, (content) => {
        const both = readings(content);
        expect(both.ours.problems).toEqual([]);
        read += Number(both.bind !== undefined);
        expectSame(both);
        expectSame(readings(content.replaceAll("\n", "\r\n")));
      }),
      { numRuns: tries(120) },
    );
    expect(read).toBeGreaterThan(tries(120) / 2);
  });

  test("of edited files, if both read them", () => {
    const edit = fc.tuple(fc.nat(), fc.constantFrom(...'();"\\ \t\n@.$0aZ', ""), fc.boolean());
    fc.assert(
      fc.property(file, edit, (content, [at, character, inserts]) => {
        const place = at % content.length;
        expectSame(readings(content.slice(0, place) + character + content.slice(place + (inserts ? 0 : 1))));
      }),
      { numRuns: tries(240) },
    );
  });
});
