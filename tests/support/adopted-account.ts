import fc from "fast-check";
import { openAccount } from "../../cli/account/account";
import { adopt } from "../../cli/adopt/adopt";
import type { Adopted } from "../../cli/adopt/adopt";
import { readOptions } from "../../cli/adopt/options";
import { stackStateOf } from "../../cli/state/stack-state";
import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { plainSpecimens, specimenOf } from "../kinds";
import { excludes, twoDeclaredSets } from "../kinds/domain-record-set";
import type { Random } from "../kinds/specimen";
import { Deployment, expectSettled } from "./deployment";
import { evaluated } from "./evaluated-program";
import type { Constructed } from "./evaluated-program";
import { exported } from "./exported-stack";
import type { Exported } from "./exported-stack";
import { aZone, ZONE } from "./programs";
import { RETRIES } from "./service";
import type { Service } from "./service";

/** Creates what a random program declares, and what that needs, the set in a zone of its own; returns what the stack exports of it. */
export async function makeAll(service: Service, resources: readonly Declared[]): Promise<Exported[]> {
  const needed = new Map<string, Values>([["DomainRecordSet", { domainId: await aZone(service, "other.example") }]]);
  const made: Exported[] = [];
  for (const { kind, name, args } of resources) {
    const needs = needed.get(kind) ?? (await specimenOf(kind).needs(service));
    needed.set(kind, needs);
    const deployment = new Deployment(service, kind, name);
    await deployment.up({ ...args[0], ...needs });
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
  const { resources = [], managed: all = [] } = state === undefined ? {} : stackStateOf(state, "dev");
  return adopt(account, readOptions(options), { resources, all, isExtended: state !== undefined });
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

const several = ({ kind, two }: Random, count: number): fc.Arbitrary<Declared[]> =>
  fc
    .array(two, { minLength: count, maxLength: count })
    .map((pairs) => pairs.map((args) => ({ kind, name: kind, args })));

/** Of each form of a resource type, and together at least this many. What they need belongs to nothing else in the program. */
const COUNT = 4;
const plain = plainSpecimens.flatMap(({ random, needs }) => {
  const own = random.filter((one) => one.needs === needs);
  return own.map((one) => several(one, Math.ceil(COUNT / own.length)));
});

const set = twoDeclaredSets.map((args): Declared[] => [{ kind: "DomainRecordSet", name: "set", args }]);

/** Names that are unique in an account, or among what an account has below a path, are those of one resource, before and after the update. */
function areApart(all: readonly Declared[]): boolean {
  const owners = new Map([[`Domain ${ZONE}`, "zone"]]);
  return all.every(({ kind, name, args }) => {
    const { by, unique } = definitionOf(kind).identity;
    return args.every(({ [by[0] ?? ""]: value }) => {
      if (!unique || typeof value !== "string") return true;
      const key = `${unique === true ? kind : unique} ${value.toLowerCase().replace(/\.$/, "")}`;
      const owner = owners.get(key) ?? name;
      owners.set(key, owner);
      return owner === name;
    });
  });
}

/** Whether the zone can have all of the records, before, during and after the update. */
function canCoexist(all: readonly Declared[]): boolean {
  const records = all.filter(({ kind }) => kind === "DomainRecord");
  return records.every(({ args }, index) =>
    records.slice(index + 1).every((other) => args.every((one) => other.args.every((two) => !excludes(one, two)))),
  );
}

/** The resources of a program with every resource type that random inputs can create. */
export const aStack: fc.Arbitrary<Declared[]> = fc
  .tuple(...plain, set)
  .map((all) => all.flat().map((one, index) => ({ ...one, name: `${one.kind}-${index}` })))
  .filter((all) => areApart(all) && canCoexist(all));
