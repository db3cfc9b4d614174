import fc from "fast-check";

/** The first ids of each resource type, most often the very first. */
const idsFrom = (first: number): fc.Arbitrary<number> =>
  fc.constantFrom(0, 0, 0, 0, 0, 1, 1, 2, 3).map((offset) => first + offset);

/** Ids that a request may contain, by resource type. Each has its own range. */
export const IDS = {
  instance: idsFrom(10_001),
  disk: idsFrom(40_001),
  config: idsFrom(50_001),
  domain: idsFrom(2_000_001),
  record: idsFrom(30_000_001),
  backup: idsFrom(60_001),
  image: idsFrom(70_001),
  mongodb: idsFrom(80_001),
  mysql: idsFrom(80_002),
  databaseBackup: idsFrom(90_001),
  script: fc.oneof(fc.constantFrom(9001, 9002), idsFrom(10_000_000)),
  key: idsFrom(20_001),
};

/** What appears in place of an id by mistake, or in an attack. */
const WRONG_IDS = [
  ...["0", "-1", "007", "1e3", "1.5", "0x10", "NaN", "9007199254740993", "99999999999999999999999", "1".repeat(5_000)],
  ...["%30", "%31%30%30%30%31", "%00", "%2e%2e%2f", "%2F", "%ZZ"],
  ...["%", "%F0%9F%98%80", "%ED%A0%80", "%20", ";", "*", "{}"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "null", "undefined", "", "..", "import", "upload"],
];

const catalogued = (...ids: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...ids, ...ids.map(encodeURIComponent));

const REGION_IDS = fc.constantFrom("us-east", "eu-west", "us-south");
const ENGINE_IDS = catalogued("mysql/8.0.26", "mongodb/4.4.10", "mysql/9");
const IMAGE_IDS = fc.oneof(
  catalogued("compute/debian11", "compute/nothing"),
  IDS.image.map((id) => `private/${id}`),
  IDS.image.map((id) => `private%2F${id}`),
);

/** The ids that follow a path prefix, and one that exists in a populated account. */
const KINDS: ReadonlyArray<readonly [expression: RegExp, ids: fc.Arbitrary<string | number>, known: string | number]> =
  [
    [/^\/databases\/engines$/, ENGINE_IDS, "mysql/8.0.26"],
    [/^\/databases\/mongodb\/instances$/, IDS.mongodb, 80_001],
    [/^\/databases\/mysql\/instances$/, IDS.mysql, 80_002],
    [/^\/databases\/.*\/backups$/, IDS.databaseBackup, 90_001],
    [/^\/compute\/instances$/, IDS.instance, 10_001],
    [/^\/compute\/.*\/backups$/, IDS.backup, 60_001],
    [/^\/compute\/.*\/disks$/, IDS.disk, 40_001],
    [/^\/compute\/.*\/configs$/, IDS.config, 50_001],
    [/^\/compute\/stackscripts?$/, IDS.script, 9001],
    [/^\/profile\/sshkeys$/, IDS.key, 20_001],
    [/^\/regions$/, REGION_IDS, "us-east"],
    [/^\/images$/, IMAGE_IDS, "private/70001"],
    [/^\/domains$/, IDS.domain, 2_000_001],
    [/^\/domains\/.*\/records$/, IDS.record, 30_000_001],
  ];

/** A path from its template: mostly with ids of the right type. */
export function pathFrom(template: string): fc.Arbitrary<string> {
  const segments = segmentsOf(template).map(({ text, before }) => {
    if (!text.startsWith("{")) return fc.constant(text);
    const [, ids] = kindBehind(before);
    return fc.oneof(
      { weight: 30, arbitrary: ids.map(String) },
      { weight: 1, arbitrary: fc.oneof(...Object.values(IDS)).map(String) },
      { weight: 2, arbitrary: fc.constantFrom(...WRONG_IDS) },
    );
  });
  return fc.tuple(...segments).map((parts) => parts.map((part) => `/${part}`).join(""));
}

/** A path from its template, to a resource that exists in a populated account. */
export function knownPath(template: string): string {
  const parts = segmentsOf(template).map(({ text, before }) => (text.startsWith("{") ? kindBehind(before)[2] : text));
  return parts.map((part) => `/${part}`).join("");
}

function segmentsOf(template: string): Array<{ text: string; before: string }> {
  const texts = template.split("/").slice(1);
  return texts.map((text, index) => ({
    text,
    before: texts
      .slice(0, index)
      .map((part) => `/${part}`)
      .join(""),
  }));
}

function kindBehind(before: string): (typeof KINDS)[number] {
  const kind = KINDS.find(([expression]) => expression.test(before));
  if (kind === undefined) throw new Error(`tests/emulator/support/fuzz/paths.ts knows no ids behind ${before}`);
  return kind;
}
