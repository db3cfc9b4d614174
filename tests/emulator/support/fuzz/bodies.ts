import fc from "fast-check";
import { kindsOf, SERVICES } from "../../../../emulator/services/index";
import { plainSpecimens } from "../../../kinds";
import { password, twoClones, twoInstances } from "../../../kinds/instance";
import { twoMongoDatabases } from "../../../kinds/mongo-database";
import { twoMysqlDatabases } from "../../../kinds/mysql-database";
import { inWireNames } from "../../../support/programs";
import { domainName, someOf, unicode } from "../../../support/arbitraries";

/** The first ids of a table, most often the very first. */
const idsFrom = (first: number): fc.Arbitrary<number> =>
  fc.constantFrom(0, 0, 0, 0, 0, 1, 1, 2, 3).map((offset) => first + offset);

/** The first id of each table. */
const FIRST = Object.fromEntries(kindsOf(SERVICES).map(({ table, firstId }) => [table.toLowerCase(), firstId]));
const idsOf = (table: string): fc.Arbitrary<number> => idsFrom(FIRST[table] ?? 1);

/** Ids that a body may contain. */
const IDS = {
  instance: idsOf("instances"),
  disk: idsOf("disks"),
  config: idsOf("configs"),
  backup: idsOf("backups"),
  image: idsOf("images"),
  script: fc.oneof(fc.constantFrom(9001, 9002), idsOf("stackscripts")),
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

type Ids = readonly [ids: fc.Arbitrary<string | number>, known: string | number];

/** The ids that follow a path prefix, and one that exists in a populated account, if the prefix does not end with a table's name. */
const UNUSUAL: ReadonlyArray<readonly [expression: RegExp, ...Ids]> = [
  [/^\/databases\/engines$/, ENGINE_IDS, "mysql/8.0.26"],
  [/^\/databases\/mongodb\/instances$/, idsOf("databases"), 80_001],
  [/^\/databases\/mysql\/instances$/, idsFrom(80_002), 80_002],
  [/^\/databases\/.*\/backups$/, idsOf("databasebackups"), 90_001],
  [/^\/compute\/stackscripts?$/, IDS.script, 9001],
  [/^\/regions$/, REGION_IDS, "us-east"],
  [/^\/images$/, IMAGE_IDS, "private/70001"],
];

/** A path from its template: mostly with ids of the right type. */
export function pathFrom(template: string): fc.Arbitrary<string> {
  const segments = segmentsOf(template).map(({ text, before }) => {
    if (!text.startsWith("{")) return fc.constant(text);
    const [ids] = idsBehind(before);
    return fc.oneof(
      { weight: 30, arbitrary: ids.map(String) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(FIRST)).map(String) },
      { weight: 2, arbitrary: fc.constantFrom(...WRONG_IDS) },
    );
  });
  return fc.tuple(...segments).map((parts) => parts.map((part) => `/${part}`).join(""));
}

/** A path from its template, to a resource that exists in a populated account. */
export function knownPath(template: string): string {
  const parts = segmentsOf(template).map(({ text, before }) => (text.startsWith("{") ? idsBehind(before)[1] : text));
  return parts.map((part) => `/${part}`).join("");
}

function segmentsOf(template: string): Array<{ text: string; before: string }> {
  const texts = template.split("/").slice(1);
  return texts.map((text, index) => ({ text, before: ["", ...texts.slice(0, index)].join("/") }));
}

function idsBehind(before: string): Ids {
  const unusual = UNUSUAL.find(([expression]) => expression.test(before));
  if (unusual) return [unusual[1], unusual[2]];
  const first = FIRST[before.slice(before.lastIndexOf("/") + 1)];
  if (first === undefined) throw new Error(`tests/emulator/support/fuzz/bodies.ts knows no ids behind ${before}`);
  return [idsFrom(first), first];
}

export type Body = Readonly<Record<string, unknown>>;
type Bodies = fc.Arbitrary<Body>;

const wire = (values: fc.Arbitrary<Body>): Bodies => values.map(inWireNames);
const merged = (...parts: ReadonlyArray<Bodies>): Bodies => fc.tuple(...parts).map((all) => Object.assign({}, ...all));
const some = (optional: Record<string, fc.Arbitrary<unknown>>): Bodies => wire(someOf(optional));

/** The first of two sets of inputs. */
const firstOf = (two: fc.Arbitrary<[Body, Body]>): Bodies => wire(two.map(([first]) => first));
const only = (bodies: Bodies, names: readonly string[]): Bodies =>
  bodies.map((body) => Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name))));

const REGIONS = fc.constantFrom("us-east", "eu-west", "ap-west");
const PLANS = fc.constantFrom("g6-nanode-1", "g6-standard-2", "g6-dedicated-2");
const IMAGES = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("compute/debian11", "compute/alpine3.15") },
  IDS.image.map((id) => `private/${id}`),
);
const label = fc.stringMatching(/^[A-Za-z0-9]{2,6}([-_.][A-Za-z0-9]{1,6})?$/);
const where = fc.record({ region: REGIONS, type: PLANS });
const inputs = firstOf(twoInstances);
const users = fc.constantFrom([], [], ["admin"]);
const deployed = merged(inputs, fc.record({ image: IMAGES, root_pass: password, authorized_users: users }));
const scripted = merged(
  deployed,
  fc.record({ stackscript_id: IDS.script }),
  some({ stackscriptData: fc.constantFrom({ site_name: "shop" }, {}) }),
);
const instance = fc.oneof(
  { weight: 3, arbitrary: inputs },
  deployed,
  scripted,
  merged(where, fc.record({ backup_id: IDS.backup })),
);
const clone = fc.oneof(
  merged(
    only(firstOf(twoClones), ["label", "group", "backups_enabled"]),
    where,
    some({ disks: fc.array(IDS.disk, { maxLength: 2 }), configs: fc.array(IDS.config, { maxLength: 2 }) }),
  ),
  fc.record({ compute_id: IDS.instance }),
);

const description = unicode(65_000);
const imageLabel = fc.stringMatching(/^[A-Za-z0-9 ,.?'_-]{1,50}$/);
const imageStatus = fc.constantFrom("creating", "pending_upload", "available");

const databaseLabel = fc.record({ label: fc.stringMatching(/^[a-z][a-z0-9-]{2,10}$/) });
const mongodb = merged(
  firstOf(twoMongoDatabases),
  databaseLabel,
  fc.record({
    engine: fc.constantFrom("mongodb/4.4.10", "mongodb/3.6.21"),
    replica_set: fc.constantFrom("one", "two"),
  }),
  some({ storageEngine: fc.constantFrom("mmapv1", "wiredtiger", "wiredtiger") }),
);
const mysql = merged(firstOf(twoMysqlDatabases), databaseLabel);
const databaseSnapshot = merged(fc.record({ label }), some({ target: fc.constantFrom("primary", "secondary") }));

/** Nothing listens there; an import that contacts it fails at once. */
const nameservers = fc.constantFrom("127.0.0.1", "::1");

/** Bodies of the documented fields, from the random inputs of the resource types. */
const USUAL = Object.fromEntries(
  plainSpecimens.flatMap(({ random, wire: operations }) => {
    const given = fc.oneof(...random.map(({ two }) => firstOf(two)));
    return Object.entries(operations).flatMap(([operation, { body = {}, answer }]) =>
      answer === undefined || Object.keys(body).length === 0 ? [] : [[operation, only(given, Object.keys(body))]],
    );
  }),
) as Readonly<Record<string, Bodies>>;

/** Plausible bodies for every documented request that has one; here are those with IDs, with names that are required, and of actions. */
export const BODIES: Readonly<Record<string, Bodies>> = {
  ...USUAL,
  "POST /compute/instances": instance,
  "POST /compute/instances/{}/backups": fc.record({ label }),
  "POST /compute/instances/{}/backups/{}/restore": merged(
    fc.record({ compute_id: IDS.instance }),
    some({ overwrite: fc.boolean() }),
  ),
  "POST /compute/instances/{}/boot": some({ configId: IDS.config }),
  "POST /compute/instances/{}/clone": clone,
  "POST /images": merged(fc.record({ disk_id: IDS.disk }), some({ label: imageLabel, description })),
  "POST /images/upload": merged(fc.record({ label: imageLabel, region: REGIONS }), some({ description })),
  "PUT /images/{+}": some({ label: imageLabel, description, status: imageStatus }),
  "POST /databases/mongodb/instances": mongodb,
  "POST /databases/mongodb/instances/{}/backups": databaseSnapshot,
  "POST /databases/mysql/instances": mysql,
  "POST /domains/import": fc.record({ domain: domainName, remote_nameserver: nameservers }),
  "POST /domains/{}/clone": fc.record({ domain: domainName }),
};

/** Undocumented requests. */
export const EXTENSIONS: readonly string[] = [
  ...["reboot", "resize", "password", "shutdown", "disks", "configs"].map((end) => `POST /compute/instances/{}/${end}`),
  ...["GET", "PUT", "DELETE"].map((how) => `${how} /compute/instances/{}/configs/{}`),
  ...["GET /compute/stackscripts", "POST /compute/stackscripts", "PUT /compute/stackscripts/{}"],
  ...["POST /profile/sshkeys", "DELETE /profile/sshkeys/{}", "GET /account/events"],
];
