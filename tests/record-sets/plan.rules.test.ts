import fc from "fast-check";
import { tries } from "../support/chance";
import type { Values } from "../../provider/definition/values";
import type { Context } from "../../provider/lifecycle/context";
import { diffSet } from "../../provider/lifecycle/set/diff";
import { beginLedger, finishedSet } from "../../provider/lifecycle/set/ledger";
import { declaredMembers, liveMember } from "../../provider/lifecycle/set/members";
import type { Declared, Present } from "../../provider/lifecycle/set/members";
import { planRequests } from "../../provider/lifecycle/set/plan";
import type { MemberWrite, Plan } from "../../provider/lifecycle/set/plan";
import { SERVER_VALUES } from "../../provider/lifecycle/state";
import { domainRecordSet } from "../../provider/resources/domain-record-set";
import type { SetDefinition, SetRule } from "../../provider/definition/definition";
import { checkSet } from "../../provider/lifecycle/set/check";

const { set } = domainRecordSet;

const declared = (records: readonly Values[]): Declared[] => declaredMembers(set, { records }, undefined);
const present = (records: readonly Values[]): Present[] =>
  records.map((record, index) => liveMember(set, { name: "", ttlSec: 0, ...record, id: index + 1 }));

function phasesFor(declared: readonly Declared[], own: readonly Present[]): Plan["phases"] {
  const live = { own, free: [], held: [] };
  return planRequests(set, { declared, live, superfluous: [], parent: undefined }).phases;
}

const inShort = (calls: readonly MemberWrite[]): string[] =>
  calls.map((call) =>
    call.does === "create"
      ? `create ${set.inWords(call.wanted.fingerprint)}`
      : call.does === "delete"
        ? `delete ${set.inWords(call.present.fingerprint)}`
        : `${set.inWords(call.present.fingerprint)} becomes ${set.inWords(call.wanted.fingerprint)}`,
  );
const callsFor = (wanted: readonly Values[], there: readonly Values[]): string[] =>
  phasesFor(declared(wanted), present(there)).flatMap(inShort);

const A = (name: string, target: string, more: Values = {}): Values => ({ type: "A", name, target, ...more });
const CNAME = (name: string, target: string): Values => ({ type: "CNAME", name, target });
const TXT = (name: string, target: string): Values => ({ type: "TXT", name, target });

test.each<[string, Values[], Values[], string[]]>([
  ["nothing differs", [A("www", "192.0.2.1")], [A("WWW", "192.0.2.1")], []],
  ["the order differs", [A("a", "192.0.2.1"), A("b", "192.0.2.2")], [A("b", "192.0.2.2"), A("a", "192.0.2.1")], []],
  [
    "a TTL differs",
    [A("www", "192.0.2.1", { ttlSec: 300 })],
    [A("www", "192.0.2.1", { ttlSec: 3600 })],
    ["A www 192.0.2.1 becomes A www 192.0.2.1"],
  ],
  ["a target differs", [A("www", "192.0.2.2")], [A("www", "192.0.2.1")], ["A www 192.0.2.1 becomes A www 192.0.2.2"]],
  [
    "two names swap targets",
    [A("a", "192.0.2.2"), A("b", "192.0.2.1")],
    [A("a", "192.0.2.1"), A("b", "192.0.2.2")],
    ["A a 192.0.2.1 becomes A a 192.0.2.2", "A b 192.0.2.2 becomes A b 192.0.2.1"],
  ],
  [
    "one of several records with a name differs, and the TTL of another",
    [A("a", "192.0.2.1", { ttlSec: 300 }), A("a", "192.0.2.3")],
    [A("a", "192.0.2.2"), A("a", "192.0.2.1")],
    ["A a 192.0.2.1 becomes A a 192.0.2.1", "A a 192.0.2.2 becomes A a 192.0.2.3"],
  ],
  ["a record gets another name", [A("b", "192.0.2.1")], [A("a", "192.0.2.1")], ["A a 192.0.2.1 becomes A b 192.0.2.1"]],
  [
    "a record gets another type: the new one is created first",
    [{ type: "AAAA", name: "www", target: "2001:db8::1" }],
    [A("www", "192.0.2.1")],
    ["create AAAA www 2001:db8::1", "delete A www 192.0.2.1"],
  ],
  [
    "a CNAME replaces an A: the old one is deleted first",
    [CNAME("www", "b.example")],
    [A("www", "192.0.2.1")],
    ["delete A www 192.0.2.1", "create CNAME www b.example"],
  ],
  [
    "a CNAME moves to the name of an A that is deleted",
    [CNAME("b", "x.example")],
    [CNAME("a", "x.example"), A("b", "192.0.2.1")],
    ["delete A b 192.0.2.1", "CNAME a x.example becomes CNAME b x.example"],
  ],
  [
    "an A takes the name that a CNAME leaves",
    [CNAME("b", "x.example"), A("a", "192.0.2.1")],
    [CNAME("a", "x.example")],
    ["CNAME a x.example becomes CNAME b x.example", "create A a 192.0.2.1"],
  ],
  [
    "a CNAME and an A swap names, which two updates can't do",
    [CNAME("b", "x.example"), A("a", "192.0.2.1")],
    [CNAME("a", "x.example"), A("b", "192.0.2.1")],
    ["delete CNAME a x.example", "A b 192.0.2.1 becomes A a 192.0.2.1", "create CNAME b x.example"],
  ],
  [
    "a CNAME and two other records swap names: the one that both wait for is deleted first",
    [TXT("a", "x"), CNAME("b", "x.example"), TXT("a", "y")],
    [CNAME("a", "y.example"), TXT("", "x"), TXT("b", "x")],
    ["delete CNAME a y.example", "TXT @ x becomes TXT a x", "TXT b x becomes TXT a y", "create CNAME b x.example"],
  ],
])("when %s", (_, wanted, there, expected) => {
  expect(callsFor(wanted, there)).toEqual(expected);
});

const name = fc.constantFrom("", "a", "b");
const ttlSec = fc.constantFrom(0, 300);
const aRecord: fc.Arbitrary<Values> = fc.oneof(
  fc.record({ type: fc.constant("A"), name, target: fc.constantFrom("192.0.2.1", "192.0.2.2"), ttlSec }),
  fc.record({ type: fc.constant("TXT"), name, target: fc.constantFrom("x", "y"), ttlSec }),
  fc.record({ type: fc.constant("CNAME"), name: fc.constantFrom("a", "b"), target: fc.constantFrom("x", "y"), ttlSec }),
  fc.record({
    type: fc.constant("MX"),
    name,
    target: fc.constantFrom("", "x"),
    priority: fc.constantFrom(0, 5),
    ttlSec,
  }),
);

/** Records that can coexist in one zone. Declared records are unique, existing ones may not be. */
const aZone = (areApart: boolean): fc.Arbitrary<Values[]> =>
  fc.array(aRecord, { maxLength: 5 }).map((records) => {
    const zone: Present[] = [];
    for (const one of present(records)) {
      const isTwice = areApart && zone.some(({ fingerprint }) => identity(fingerprint) === identity(one.fingerprint));
      if (!isTwice && !zone.some((other) => clash(one, other))) zone.push(one);
    }
    return zone.map(({ live }) => live);
  });
const identity = ({ type, name, target, priority }: Values): string => JSON.stringify([type, name, target, priority]);
const clash = (one: { fingerprint: Values }, other: { fingerprint: Values }): boolean =>
  set.place(one.fingerprint) === set.place(other.fingerprint) &&
  set.conflict(one.fingerprint, other.fingerprint) !== undefined;

/** The minimum number of calls, found by trying every way to turn live records into declared ones of their type. */
function fewest(wanted: readonly Declared[], there: readonly Present[]): number {
  const [first, ...rest] = wanted;
  if (!first) return there.length;
  const ways = there
    .filter(({ fingerprint }) => fingerprint.type === first.fingerprint.type)
    .map(
      (one) =>
        (one.key === first.key ? 0 : 1) +
        fewest(
          rest,
          there.filter((other) => other !== one),
        ),
    );
  return Math.min(1 + fewest(rest, there), ...ways);
}

/** Checks any declared and live records. */
function forAnyZone(check: (records: Values[], live: Values[], chance: fc.Stream<number>) => void): void {
  const property = fc.property(aZone(true), aZone(false), fc.infiniteStream(fc.nat()), check);
  fc.assert(property, { numRuns: tries(1000) });
}

test("the plan has the minimum number of calls for any declared and live records", () => {
  forAnyZone((records, live) => {
    const isPlain = (record: Values): boolean => record.type !== "CNAME" && record.target !== "";
    const [wanted, there] = [declared(records.filter(isPlain)), present(live.filter(isPlain))];
    expect(phasesFor(wanted, there).flat()).toHaveLength(fewest(wanted, there));
  });
});

test("conflicting records cost at most one more call for each that must be deleted first", () => {
  forAnyZone((records, live) => {
    const [wanted, there] = [declared(records), present(live)];
    const calls = phasesFor(wanted, there).flat();
    const least = fewest(wanted, there);
    expect(calls.length).toBeGreaterThanOrEqual(least);
    const cnames = there.filter(({ fingerprint }) => fingerprint.type === "CNAME" || fingerprint.target === "").length;
    expect(calls.length).toBeLessThanOrEqual(
      least + cnames + wanted.filter(({ fingerprint }) => fingerprint.target === "").length,
    );
  });
});

test("for any order of the calls in a phase, no records conflict and the result matches the declaration", () => {
  forAnyZone((records, live, chance) => {
    const wanted = declared(records);
    let zone: { readonly id: string; readonly fingerprint: Values }[] = present(live);
    for (const phase of phasesFor(wanted, present(live))) {
      const left = [...phase];
      while (left.length > 0) {
        const [call] = left.splice(Number(chance.next().value) % left.length, 1);
        if (!call) continue;
        const id = call.does === "create" ? `new ${call.wanted.index}` : call.present.id;
        const others = zone.filter((one) => one.id !== id);
        expect(zone.length - others.length).toBe(call.does === "create" ? 0 : 1);
        zone = others;
        if (call.does === "delete") continue;
        expect(others.filter((other) => clash(call.wanted, other))).toEqual([]);
        zone = [...others, { id, fingerprint: call.wanted.fingerprint }];
      }
    }
    const shown = zone.map(({ fingerprint }) => JSON.stringify(fingerprint)).sort();
    expect(shown).toEqual(wanted.map(({ fingerprint }) => JSON.stringify(fingerprint)).sort());
  });
});

test("preview shows updates first and deletes last, in whatever order they are sent", () => {
  const had = [A("a", "192.0.2.1"), A("b", "192.0.2.2"), A("c", "192.0.2.3")];
  const wanted = [CNAME("a", "x.example"), A("b", "192.0.2.2", { ttlSec: 300 }), TXT("d", "x")];
  const { members } = diffSet(
    { definition: domainRecordSet, args: { domainId: 1, records: wanted } },
    { id: "1/records", state: { domainId: 1, records: had } },
  );
  expect(members?.map(({ had, wanted }) => [had, wanted])).toEqual([
    [1, 1],
    [undefined, 0],
    [undefined, 2],
    [0, undefined],
    [2, undefined],
  ]);
});

test("the state of a set has no hidden values while the API returns what was sent", () => {
  const [records, call] = [[A("a", "192.0.2.1")], { definition: domainRecordSet, args: { domainId: 1 } }];
  const live = { own: present(records), free: [], held: [] };
  const plan = planRequests(set, { declared: declared(records), live, superfluous: [], parent: undefined });
  const state = finishedSet({ ...call, context: {} as Context }, beginLedger(plan, live.own));
  expect(state).toMatchObject({ records });
  expect(state).not.toHaveProperty(SERVER_VALUES);
});

test("changes only the records that differ among a thousand in another order", () => {
  const records = Array.from({ length: 1000 }, (_, index) => A(`h${index}`, `192.0.2.${index % 250}`));
  const moved = records.map((record, index) => ({ ...record, ...(index % 2 ? { ttlSec: 300 } : {}) })).reverse();
  expect(phasesFor(declared(moved), present(records)).flat()).toHaveLength(500);
});

/** The record set, with its rule calls counted. Work for each pair of records would call them a million times. */
function counting(): { definition: SetDefinition; asked: () => number } {
  const { set } = domainRecordSet;
  let count = 0;
  const counted = <Args extends unknown[], Result>(rule: (...args: Args) => Result): ((...args: Args) => Result) => {
    return (...args) => {
      count++;
      return rule(...args);
    };
  };
  const rules: SetRule = {
    ...set,
    place: counted(set.place),
    sort: counted(set.sort),
    conflict: counted(set.conflict),
    title: counted(set.title),
    isInPart: counted(set.isInPart),
  };
  return { definition: { ...domainRecordSet, set: rules }, asked: () => count };
}

const COUNT = 1000;
const ENOUGH = 10 * COUNT;
const upTo = (make: (index: number) => Values): Values[] => Array.from({ length: COUNT }, (_, index) => make(index));

const WITH_NAMES = upTo((index) => ({ type: "A", name: `h${index}`, target: "192.0.2.1" }));
const OTHER_NAMES = upTo((index) => ({ type: "A", name: `g${index}`, target: "192.0.2.1" }));
const WITH_ONE_NAME = upTo((index) => ({ type: "TXT", name: "h", target: `t${index}` }));
const OTHER_TARGETS = upTo((index) => ({ type: "TXT", name: "h", target: `u${index}` }));
const LINKS = upTo((index) => ({ type: "CNAME", name: `h${index}`, target: "www" }));

const argsWith = (records: Values[]): Values => ({ domainId: 1, records });

test.each([
  ["different names", WITH_NAMES],
  ["the same name", WITH_ONE_NAME],
])("checking records with %s doesn't compare all pairs", (_, records) => {
  const { definition, asked } = counting();
  const args = { ...argsWith(records), only: { types: ["A", "TXT"] } };
  expect(checkSet(definition, { olds: {}, news: args }).failures).toEqual([]);
  expect(asked()).toBeLessThan(ENOUGH);
});

test.each([
  ["new names", WITH_NAMES, OTHER_NAMES],
  ["new targets", WITH_ONE_NAME, OTHER_TARGETS],
  ["another type", WITH_NAMES, LINKS],
])("the diff of records that get %s doesn't compare all pairs", (_, had, wanted) => {
  const { definition, asked } = counting();
  const { parts } = diffSet({ definition, args: argsWith(wanted) }, { id: "1", state: argsWith(had) });
  expect(parts).toHaveLength(COUNT);
  expect(asked()).toBeLessThan(ENOUGH);
});

test.each([
  ["new names", WITH_NAMES, OTHER_NAMES],
  ["new targets", WITH_ONE_NAME, OTHER_TARGETS],
  ["another type", WITH_NAMES, LINKS],
  ["the same name", WITH_NAMES, WITH_ONE_NAME],
])("the plan for records that get %s doesn't compare all pairs", (_, had, wanted) => {
  const { definition, asked } = counting();
  const { set } = definition;
  const own = had.map((record, index) => liveMember(set, { ttlSec: 0, ...record, id: index + 1 }));
  const declared = declaredMembers(set, argsWith(wanted), undefined);
  const live = { own, free: [], held: [] };
  const { phases } = planRequests(set, { declared, live, superfluous: [], parent: undefined });
  expect(phases.flat().length).toBeGreaterThanOrEqual(COUNT);
  expect(asked()).toBeLessThan(ENOUGH);
});

test("reports as many mistakes as it can list, without a count", () => {
  const records = WITH_NAMES.slice(0, 20).map((record) => ({ ...record, target: "nowhere" }));
  expect(checkSet(domainRecordSet, { olds: {}, news: argsWith(records) }).failures).toHaveLength(20);
});

test("reports some of thousands of records with the same mistake and counts the rest", () => {
  const records = WITH_NAMES.map((record) => ({ ...record, target: "nowhere" }));
  const { failures } = checkSet(domainRecordSet, { olds: {}, news: { records } });
  expect(failures).toHaveLength(22);
  expect(failures[0]).toMatchObject({ path: "domainId" });
  expect(failures.at(-1)).toEqual({ path: "records", reason: "980 more like these" });
  expect(checkSet(domainRecordSet, { olds: {}, news: argsWith([...WITH_NAMES, ...WITH_NAMES]) }).failures).toHaveLength(
    21,
  );
});
