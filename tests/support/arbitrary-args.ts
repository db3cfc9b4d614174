import fc from "fast-check";
import type { Values } from "../../provider/definition/values";

/** The zone of the tests' records. */
export const ZONE = "shop.example";

type Arbitraries = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Any of the optional inputs: omitted, null, or set. */
export function someOf(optional: Arbitraries): fc.Arbitrary<Values> {
  const nullable = Object.entries(optional).map(([name, value]) => [name, fc.option(value, { freq: 6 })] as const);
  return fc.record(Object.fromEntries(nullable), { requiredKeys: [] });
}

/** Two sets of inputs of one resource, with equal replacing inputs. */
export function twoOf(
  fixed: fc.Arbitrary<Values>,
  changing: (fixed: Values) => fc.Arbitrary<Values>,
): fc.Arbitrary<[Values, Values]> {
  return fixed.chain((same) =>
    fc
      .tuple(changing(same), changing(same))
      .map(([first, second]): [Values, Values] => [asJson({ ...first, ...same }), asJson({ ...second, ...same })]),
  );
}

const asJson = (values: Values): Values => JSON.parse(JSON.stringify(values)) as Values;

const mixedCase = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => Array.from(text, (letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join(""));
const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const host = fc
  .tuple(label, label, fc.constantFrom("example", "com"), fc.constantFrom("", "."))
  .chain(([a, b, top, dot]) => mixedCase(`${a}.${b}.${top}${dot}`));
export const unicode = (most: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
    fc.constantFrom("ü", "日本語", "😀", "a".repeat(most), " padded "),
  );
export const tags = fc.array(
  fc.oneof(fc.stringMatching(/^[A-Za-z0-9:_-]{3,12}$/), fc.constantFrom("größe", "日本語")),
  {
    maxLength: 4,
  },
);
const seconds = fc.oneof(
  fc.constantFrom(0, 1, 299, 300, 301, 1950, 5400, 86_399, 2_419_200, 2_419_201, 2_147_483_647),
  fc.nat({ max: 2_147_483_647 }),
);
const ipv6 = fc.oneof(
  fc.ipV6(),
  fc.ipV6().map((address) => address.toUpperCase()),
  fc.constantFrom("2001:0db8:0000:0000:0000:0000:0000:0001", "::", "2001:DB8::1"),
);
const address = fc.oneof(fc.ipV4(), ipv6);

export const domainName = fc
  .tuple(label, fc.constantFrom("example", "com"), fc.constantFrom("", "."))
  .chain(([a, top, dot]) => mixedCase(`${a}.${top}${dot}`));
const domainOptional: Arbitraries = {
  status: fc.constantFrom("active", "disabled"),
  description: unicode(255),
  group: unicode(50),
  tags,
  axfrIps: fc.array(address, { maxLength: 3 }),
  expireSec: seconds,
  refreshSec: seconds,
  retrySec: seconds,
  ttlSec: seconds,
};
const email = fc.tuple(label, host).map(([user, at]) => `${user}@${at.replace(/\.$/, "")}`);
const masterIps = fc.array(address, { minLength: 1, maxLength: 3 });

export const aDomain = fc
  .tuple(fc.constantFrom("master", "slave"), domainName, someOf(domainOptional), email, masterIps)
  .map(([type, domain, optional, soaEmail, masters]): Values => ({
    ...optional,
    domain,
    type,
    ...(type === "master" ? { soaEmail } : { masterIps: masters }),
  }));

export const twoDomains = twoOf(fc.constant<Values>({}), () => aDomain);

const recordName = fc.oneof(
  fc.constantFrom("", "@"),
  label.chain(mixedCase),
  fc.tuple(label, label).chain(([a, b]) => mixedCase(`_${a}.${b}`)),
  label.chain((name) => mixedCase(`${name}.${ZONE}`)),
  label.map((name) => `${name}.`),
);
const ownName = label.chain(mixedCase);
const priority = fc.oneof(fc.constantFrom(0, 255), fc.nat({ max: 255 }));
const word16 = fc.oneof(fc.constantFrom(0, 65_535), fc.nat({ max: 65_535 }));
const underscored = (text: string): fc.Arbitrary<string> => fc.constantFrom(text, `_${text}`);
const serviceName = fc.oneof(
  label,
  fc.tuple(label, label).map(([a, b]) => `${a}_${b}`),
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
    .tuple(someOf({ ttlSec: seconds, name: ownName }), fc.oneof(host, label), priority, word16, word16)
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

/** @param domainId the zone of the records */
export const twoRecords = (domainId: number): fc.Arbitrary<[Values, Values]> =>
  twoOf(
    fc.record({
      domainId: fc.constantFrom<unknown>(domainId, String(domainId)),
      type: fc.constantFrom(...Object.keys(RECORDS)),
    }),
    ({ type }) => RECORDS[String(type)] ?? fc.constant({}),
  );

const percent = fc.oneof(fc.constantFrom(0, 1), fc.nat({ max: 4800 }));
export const alerts = someOf({
  cpu: percent,
  io: fc.nat(),
  networkIn: fc.nat(),
  networkOut: fc.nat(),
  transferQuota: percent,
});
const days = fc.constantFrom("Sunday", "Monday", "Saturday");
const windows = fc.constantFrom("W0", "W2", "W22");
export const schedule = someOf({ day: days, window: windows });
export const password = fc.oneof(fc.string({ minLength: 7, maxLength: 128 }), fc.constantFrom("pässwörd-😀"));

const range = fc.oneof(
  address,
  fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([ip, bits]) => `${ip}/${bits}`),
  fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })).map(([ip, bits]) => `${ip.toUpperCase()}/${bits}`),
  fc.constantFrom("0.0.0.0/0", "::/0", "192.0.2.1", "192.0.2.1/32"),
);

const common = {
  duration: fc.integer({ min: 1, max: 3 }),
  hourOfDay: fc.integer({ min: 0, max: 23 }),
  dayOfWeek: fc.integer({ min: 1, max: 7 }),
};
const window = fc
  .tuple(
    someOf(common),
    fc.constantFrom<Values>(
      {},
      { frequency: "weekly" },
      { frequency: "weekly", weekOfMonth: null },
      { frequency: "monthly", weekOfMonth: 1 },
      { frequency: "monthly", weekOfMonth: 4 },
    ),
  )
  .map(([members, frequency]) => ({ ...members, ...frequency }));

const changing = someOf({
  label: fc.oneof(fc.stringMatching(/^[A-Za-z0-9 ._-]{3,32}$/), fc.constantFrom("größe", "日本語", "a".repeat(32))),
  allowList: fc.array(range, { maxLength: 5 }),
  updates: window,
});

const fixed = {
  region: fc.constantFrom("us-east", "eu-west"),
  type: fc.constantFrom("g6-nanode-1", "g6-standard-1"),
};
const optional = { encrypted: fc.boolean(), sslConnection: fc.boolean() };

const mongo = fc
  .tuple(
    fc.record({ ...fixed, engine: fc.constantFrom("mongodb/4.4.10", "mongodb/4.2.11") }),
    someOf({
      ...optional,
      clusterSize: fc.constantFrom(1, 3),
      compressionType: fc.constantFrom("none", "snappy", "zlip"),
      storageEngine: fc.constant("wiredtiger"),
      replicaSet: unicode(64),
    }),
  )
  .map(([required, rest]): Values => ({ ...required, ...rest }));

const mysql = fc
  .tuple(
    fc.record({ ...fixed, engine: fc.constantFrom("mysql/8.0.26", "mysql/5.7.30") }),
    someOf(optional),
    fc.constantFrom<Values>(
      {},
      { replicationType: "none" },
      { clusterSize: 1 },
      { clusterSize: 3 },
      { clusterSize: 3, replicationType: "asynch" },
      { clusterSize: 3, replicationType: "semi_synch" },
    ),
  )
  .map(([required, rest, replication]): Values => ({ ...required, ...rest, ...replication }));

export const twoMongoDatabases = twoOf(mongo, () => changing);
export const twoMysqlDatabases = twoOf(mysql, () => changing);
