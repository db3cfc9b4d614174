import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { RECORDS, twoDomains, twoOf, ZONE } from "./arbitrary-args";
import { twoMongoDatabases, twoMysqlDatabases } from "./arbitrary-databases";
import { twoImages } from "./arbitrary-images";
import { twoInstances } from "./arbitrary-instances";
import { twoRecordSets } from "./arbitrary-record-sets";

/** One resource of a random program: its inputs before and after the update. */
export interface Declared {
  readonly kind: string;
  readonly name: string;
  readonly args: readonly [Values, Values];
}

const several = (kind: string, arbitrary: fc.Arbitrary<[Values, Values]>, count: number): fc.Arbitrary<Declared[]> =>
  fc
    .array(arbitrary, { minLength: count, maxLength: count })
    .map((pairs) => pairs.map((args, index) => ({ kind, name: `${kind}-${index}`, args })));

/** One record of each type; the program fills in the zone. */
const records = fc
  .tuple(
    ...Object.entries(RECORDS).map(([type, args]) =>
      twoOf(fc.constant<Values>({ type }), () => args).map((pair) => ({
        kind: "DomainRecord",
        name: type,
        args: pair,
      })),
    ),
  )
  .filter(haveNamesOfTheirOwn);

/** A CNAME is the only record with its name, before, during and after the update. */
function haveNamesOfTheirOwn(all: readonly Declared[]): boolean {
  const namesOf = ({ args }: Declared): string[] => args.map(({ name }) => relative(name));
  const aliases = all.filter(({ name }) => name === "CNAME").flatMap(namesOf);
  return !all
    .filter(({ name }) => name !== "CNAME")
    .some((other) => namesOf(other).some((one) => aliases.includes(one)));
}

function relative(name: unknown): string {
  const text = typeof name === "string" ? name.toLowerCase() : "";
  return text === "@" ? "" : text.replace(`.${ZONE}`, "").replace(/\.$/, "");
}

/** Labels of instances, those of databases of every engine, and names of zones are unique in an account. */
function areApart(all: readonly Declared[], argument: string): boolean {
  const owners = new Map<string, string>([[ZONE, "zone"]]);
  return all.every(({ name, args }) =>
    args.every((values) => {
      const value = values[argument];
      if (typeof value !== "string") return true;
      const key = value.toLowerCase().replace(/\.$/, "");
      const owner = owners.get(key) ?? name;
      owners.set(key, owner);
      return owner === name;
    }),
  );
}

const databases = fc
  .tuple(several("MongoDatabase", twoMongoDatabases, 3), several("MysqlDatabase", twoMysqlDatabases, 3))
  .map((engines) => engines.flat())
  .filter((all) => areApart(all, "label"));

/** Uploaded ones only: a disk to capture belongs to another resource. */
const images = several(
  "Image",
  twoImages.filter(([{ source }]) => source !== undefined),
  3,
);

/** In a separate zone, which the program also fills in. */
const recordSet = fc.tuple(twoRecordSets, fc.boolean()).map(([[first, second], exclusive]): Declared => {
  return {
    kind: "DomainRecordSet",
    name: "set",
    args: [
      { records: first, exclusive },
      { records: second, exclusive },
    ],
  };
});

/** The resources of a program with every resource type that random inputs can create. */
export const aStack: fc.Arbitrary<Declared[]> = fc
  .tuple(
    several("Instance", twoInstances, 5).filter((all) => areApart(all, "label")),
    several("Domain", twoDomains, 5).filter((all) => areApart(all, "domain")),
    images,
    databases,
    records,
    recordSet.map((set) => [set]),
  )
  .map((kinds) => kinds.flat());
