import fc from "fast-check";
import { tries } from "../support/chance";
import type { Values } from "../../provider/definition/values";
import { diffSet } from "../../provider/lifecycle/record-set/diff";
import { beginLedger, stateOf } from "../../provider/lifecycle/record-set/ledger";
import { declaredRecords, presentRecord } from "../../provider/lifecycle/record-set/records";
import type { Present } from "../../provider/lifecycle/record-set/records";
import { planRequests } from "../../provider/lifecycle/record-set/plan";
import type { Plan, RecordWrite } from "../../provider/lifecycle/record-set/plan";
import { SERVER_VALUES } from "../../provider/lifecycle/state";
import type { Fingerprint } from "../../provider/definition/identity";
import { recordCoexistence, shortened } from "../../provider/resources/domain-record";
import { domainRecordSet } from "../../provider/resources/domain-record-set";
import { checkSet } from "../../provider/lifecycle/record-set/check";
import type { DeclaredRecord } from "../../provider/lifecycle/state";

const declared = (records: Values[]): DeclaredRecord[] =>
  declaredRecords({ definition: domainRecordSet, args: { records } }, undefined);
const present = (records: readonly Values[]): Present[] =>
  records.map((record, index) => presentRecord(domainRecordSet, { name: "", ttlSec: 0, ...record, id: index + 1 }));

function phasesFor(declared: readonly DeclaredRecord[], own: readonly Present[]): Plan["phases"] {
  const live = { own, free: [], held: [] };
  return planRequests({ declared, live, surplus: [], zone: undefined }).phases;
}

const inWords = (one: Fingerprint): string => `${recordCoexistence.title(one)}${shortened(one)}`;
const inShort = (calls: readonly RecordWrite[]): string[] =>
  calls.map((call) =>
    call.does === "create"
      ? `create ${inWords(call.wanted.fingerprint)}`
      : call.does === "delete"
        ? `delete ${inWords(call.present.fingerprint)}`
        : `${inWords(call.present.fingerprint)} becomes ${inWords(call.wanted.fingerprint)}`,
  );
const callsFor = (wanted: Values[], there: readonly Values[]): string[] =>
  phasesFor(declared(wanted), present(there)).flatMap(inShort);

/** The records of a text that has their types, names and targets, and a TTL where that matters. */
const zoneOf = (text = ""): Values[] =>
  text.split(", ").map((record) => {
    const [type, name, target, ttlSec] = record.split(" ");
    return {
      type,
      name: name === "@" ? "" : name,
      target,
      ...(ttlSec === undefined ? {} : { ttlSec: Number(ttlSec) }),
    };
  });

test.each([
  ["nothing differs", "A WWW 1 => A www 1", ""],
  ["the order differs", "A b 2, A a 1 => A a 1, A b 2", ""],
  ["a TTL differs", "A www 1 3600 => A www 1 300", "A www 1 becomes A www 1"],
  ["a target differs", "A www 1 => A www 2", "A www 1 becomes A www 2"],
  ["two names swap targets", "A a 1, A b 2 => A a 2, A b 1", "A a 1 becomes A a 2, A b 2 becomes A b 1"],
  [
    "one of several records with a name differs, and the TTL of another",
    "A a 2, A a 1 => A a 1 300, A a 3",
    "A a 1 becomes A a 1, A a 2 becomes A a 3",
  ],
  ["a record gets another name", "A a 1 => A b 1", "A a 1 becomes A b 1"],
  [
    "a record gets another type: the new one is created first",
    "A www 1 => AAAA www 2001:db8::1",
    "create AAAA www 2001:db8::1, delete A www 1",
  ],
  ["a CNAME replaces an A: the old one is deleted first", "A a 1 => CNAME a x", "delete A a 1, create CNAME a x"],
  [
    "a CNAME moves to the name of an A that is deleted",
    "CNAME a x, A b 1 => CNAME b x",
    "delete A b 1, CNAME a x becomes CNAME b x",
  ],
  [
    "an A takes the name that a CNAME leaves",
    "CNAME a x => CNAME b x, A a 1",
    "CNAME a x becomes CNAME b x, create A a 1",
  ],
  [
    "a CNAME and an A swap names, which two updates can't do",
    "CNAME a x, A b 1 => CNAME b x, A a 1",
    "delete CNAME a x, A b 1 becomes A a 1, create CNAME b x",
  ],
  [
    "a CNAME and two other records swap names: the one that both wait for is deleted first",
    "CNAME a y, TXT @ x, TXT b x => TXT a x, CNAME b x, TXT a y",
    "delete CNAME a y, TXT @ x becomes TXT a x, TXT b x becomes TXT a y, create CNAME b x",
  ],
])("when %s", (_, change, expected) => {
  const [there, wanted] = change.split(" => ").map(zoneOf);
  expect(callsFor(wanted ?? [], there ?? []).join(", ")).toBe(expected);
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
  recordCoexistence.place(one.fingerprint) === recordCoexistence.place(other.fingerprint) &&
  recordCoexistence.conflict(one.fingerprint, other.fingerprint) !== undefined;

/** The minimum number of calls, found by trying every way to turn live records into declared ones of their type. */
function fewest(wanted: readonly DeclaredRecord[], there: readonly Present[]): number {
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

test("the plan has the minimum number of calls, plus at most one for each record in conflict", () => {
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

/** How a set with the first records differs from one with the others. */
function differenceOf(change: string) {
  const [had, wanted] = change.split(" => ").map((text) => ({ domainId: 1, records: zoneOf(text) }));
  return diffSet({ definition: domainRecordSet, args: wanted ?? {} }, { id: "1/records", state: had ?? {} });
}

test("preview shows updates first and deletes last, in whatever order they are sent", () => {
  const { records } = differenceOf("A a 1, A b 2, A c 3 => CNAME a x, A b 2 300, TXT d x");
  expect(records?.map(({ had, wanted }) => [had, wanted])).toEqual([
    [1, 1],
    [undefined, 0],
    [undefined, 2],
    [0, undefined],
    [2, undefined],
  ]);
});

test.each([
  [
    "the fields of a record that updates in place",
    "A a 1, A b 2 300 => A a 1 3600, A b 3",
    "add [0].ttlSec, update [1].target, delete [1].ttlSec",
  ],
  ["whole records if one is added, removed or moved", "A a 1, A b 2 => A c 7, A a 1 300, A b 2", "update [0], add [1]"],
])("the changed parts in the display are %s", (_, change, expected) => {
  const shown = differenceOf(change).parts?.map(({ path, kind }) => `${kind} ${path.replace("records", "")}`);
  expect(shown?.join(", ")).toBe(expected);
});

test("the state of a set has no hidden values while the API returns what was sent", () => {
  const [records, set] = [zoneOf("A a 1"), { definition: domainRecordSet, args: { domainId: 1 } }];
  const live = { own: present(records), free: [], held: [] };
  const plan = planRequests({ declared: declared(records), live, surplus: [], zone: undefined });
  const state = stateOf(set, beginLedger(plan));
  expect(state).toMatchObject({ records });
  expect(state).not.toHaveProperty(SERVER_VALUES);
});

/** Counts the calls of the rules from now on. Work for each pair of records would call them a million times. */
function countingCalls(): () => number {
  const rules = ["place", "conflict", "title"] as const;
  const spies = rules.map((rule) => jest.spyOn(recordCoexistence, rule));
  return () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

afterEach(() => {
  jest.restoreAllMocks();
});

const COUNT = 1000;
const ENOUGH = 10 * COUNT;
const upTo = (make: (index: number) => Values): Values[] => Array.from({ length: COUNT }, (_, index) => make(index));

const WITH_NAMES = upTo((index) => ({ type: "A", name: `h${index}`, target: "192.0.2.1" }));
const OTHER_NAMES = upTo((index) => ({ type: "A", name: `g${index}`, target: "192.0.2.1" }));
const WITH_ONE_NAME = upTo((index) => ({ type: "TXT", name: "h", target: `t${index}` }));
const OTHER_TARGETS = upTo((index) => ({ type: "TXT", name: "h", target: `u${index}` }));
const LINKS = upTo((index) => ({ type: "CNAME", name: `h${index}`, target: "www" }));

test("changes only the records that differ among a thousand in another order", () => {
  const moved = WITH_NAMES.map((record, index) => (index % 2 ? { ...record, ttlSec: 300 } : record)).reverse();
  expect(phasesFor(declared(moved), present(WITH_NAMES)).flat()).toHaveLength(COUNT / 2);
});

const argsWith = (records: Values[]) => ({ domainId: 1, records });

test.each([
  ["different names", WITH_NAMES],
  ["the same name", WITH_ONE_NAME],
])("checking records with %s doesn't compare all pairs", (_, records) => {
  const asked = countingCalls();
  const args = { ...argsWith(records), only: { types: ["A", "TXT"] } };
  expect(checkSet(domainRecordSet, { olds: {}, news: args }).failures).toEqual([]);
  expect(asked()).toBeLessThan(ENOUGH);
});

test.each([
  ["new names", WITH_NAMES, OTHER_NAMES],
  ["new targets", WITH_ONE_NAME, OTHER_TARGETS],
  ["another type", WITH_NAMES, LINKS],
  ["the same name", WITH_NAMES, WITH_ONE_NAME],
])("neither the diff of records that get %s nor the plan for them compares all pairs", (_, had, wanted) => {
  const asked = countingCalls();
  const { parts } = diffSet({ definition: domainRecordSet, args: argsWith(wanted) }, { id: "1", state: argsWith(had) });
  expect(parts).toHaveLength(COUNT);
  expect(asked()).toBeLessThan(ENOUGH);

  const before = asked();
  const phases = phasesFor(declared(wanted), present(had));
  expect(phases.flat().length).toBeGreaterThanOrEqual(COUNT);
  expect(asked() - before).toBeLessThan(ENOUGH);
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
