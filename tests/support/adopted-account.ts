import fc from "fast-check";
import { openAccount } from "../../cli/account/account";
import { adopt } from "../../cli/adopt/adopt";
import type { Adopted } from "../../cli/adopt/adopt";
import { readOptions } from "../../cli/adopt/options";
import { managedKeys } from "../../cli/state/managed-keys";
import { stackStateOf } from "../../cli/state/stack-state";
import type { Values } from "../../provider/definition/values";
import { twoOf } from "./arbitraries";
import { Deployment, expectSettled } from "./deployment";
import { evaluated } from "./evaluated-program";
import type { Constructed } from "./evaluated-program";
import { exported } from "./exported-stack";
import type { Exported } from "./exported-stack";
import { aZone, ZONE } from "./programs";
import { RETRIES } from "./service";
import type { Service } from "./service";
import { twoDomains } from "../kinds/domain";
import { RECORDS } from "../kinds/domain-record";
import { twoDeclaredSets } from "../kinds/domain-record-set";
import { twoUploads } from "../kinds/image";
import { twoInstances } from "../kinds/instance";
import { twoMongoDatabases } from "../kinds/mongo-database";
import { twoMysqlDatabases } from "../kinds/mysql-database";

/** Creates what a random program declares, in two existing zones; returns what the stack exports of it. */
export async function makeAll(service: Service, resources: readonly Declared[]): Promise<Exported[]> {
  const [zone, other] = [await aZone(service, ZONE), await aZone(service, "other.example")];
  const completed: Readonly<Record<string, Values>> = {
    DomainRecord: { domainId: zone },
    DomainRecordSet: { domainId: other },
  };
  const made: Exported[] = [];
  for (const { kind, name, args } of resources) {
    const deployment = new Deployment(service, kind, name);
    await deployment.up({ ...args[0], ...completed[kind] });
    made.push(exported(kind, deployment, name));
  }
  service.forget();
  return made;
}

/** What the command would write with these options; `state` is the export of the stack to extend. */
export async function adopted(
  service: Service,
  options: readonly string[] = [],
  { state, token = service.emulator.token }: { state?: string; token?: string } = {},
): Promise<Adopted> {
  const { url } = service.emulator;
  const connection = { signal: new AbortController().signal, clock: service.clock, retries: RETRIES };
  const account = openAccount({ url, token, brand: "compute" }, connection);
  const resources = state === undefined ? [] : stackStateOf(state, "dev").resources;
  const managed = resources.map((resource) => ({ resource, url: undefined }));
  const keys = managedKeys(managed, "");
  return adopt(account, readOptions(options), { keys, resources, isExtended: state !== undefined });
}

/** The resources that the program constructs. */
export async function programFor(service: Service, options: readonly string[] = []): Promise<Constructed[]> {
  const { program } = await adopted(service, options);
  return evaluated(program.files);
}

/** Previews and runs the program, and expects that it adopts everything without a write, and then has no changes. */
export async function expectTakenOver(service: Service, constructed: readonly Constructed[]): Promise<void> {
  service.forget();
  const stack = constructed.map((one) => ({ ...one, deployment: new Deployment(service, one.kind, one.name) }));
  const preview = service.process();
  for (const { deployment, kind, args, importId } of stack) {
    await deployment.previewNew(args, { import: importId }, preview(kind));
  }
  const up = service.process();
  for (const { deployment, kind, args, importId } of stack) {
    expect(await deployment.up(args, { import: importId }, up(kind))).toBe("create");
    expect(deployment.recorded().id).toBe(importId);
  }
  for (const { deployment, args, importId } of stack) {
    await expectSettled(deployment, args, { import: importId });
    expect(await deployment.up(args)).toBe("same");
    expect(await deployment.refresh()).toBe("same");
  }
  expect(service.writes()).toEqual([]);
}

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
const images = several("Image", twoUploads, 3);

/** In a separate zone, which the program also fills in. */
const recordSet = several("DomainRecordSet", twoDeclaredSets, 1);

/** The resources of a program with every resource type that random inputs can create. */
export const aStack: fc.Arbitrary<Declared[]> = fc
  .tuple(
    several("Instance", twoInstances, 5).filter((all) => areApart(all, "label")),
    several("Domain", twoDomains, 5).filter((all) => areApart(all, "domain")),
    images,
    databases,
    records,
    recordSet,
  )
  .map((kinds) => kinds.flat());
