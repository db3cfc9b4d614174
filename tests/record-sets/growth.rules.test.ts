import type { SetDefinition, SetRule } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { checkSet } from "../../provider/lifecycle/set/check";
import { diffSet } from "../../provider/lifecycle/set/diff";
import { declaredMembers, liveMember } from "../../provider/lifecycle/set/members";
import { planRequests } from "../../provider/lifecycle/set/plan";
import { domainRecordSet } from "../../provider/resources/domain-record-set";

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
