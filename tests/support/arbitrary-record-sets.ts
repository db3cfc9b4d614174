import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { recordFailures } from "../../provider/lifecycle/record-set/check";
import { RECORDS } from "../kinds/domain-record";
import { ZONE } from "./programs";

const asJson = (values: Values[]): Values[] => JSON.parse(JSON.stringify(values)) as Values[];

const aRecord: fc.Arbitrary<Values> = fc
  .constantFrom(...Object.keys(RECORDS))
  .chain((type) => (RECORDS[type] ?? fc.constant({})).map((record): Values => ({ ...record, type })));

/** Those of the records that can coexist in one zone, the first ones first. */
function coexisting(records: readonly Values[]): Values[] {
  const sound: Values[] = [];
  for (const record of records) {
    const together = { records: [...sound, record] };
    if (recordFailures(together, { domain: ZONE }).length === 0) sound.push(record);
  }
  return sound;
}

/** Records in any equivalent form. */
const aRecordSet = fc.array(aRecord, { maxLength: 8 }).map((records) => coexisting(asJson(records)));

/** Two sets with some common records. */
export const twoRecordSets: fc.Arbitrary<[Values[], Values[]]> = fc
  .tuple(aRecordSet, aRecordSet, fc.nat({ max: 8 }))
  .map(([first, second, common]) => [first, coexisting([...second, ...first.slice(0, common)])]);

/** The same records in another order and equivalent form. */
export function respelled(records: readonly Values[]): Values[] {
  return [...records].reverse().map((record) => {
    const { name, ttlSec, type, target } = record;
    // Before the zone is known, only the short names of the domain itself are recognizable as such.
    if (type === "MX" && target === "") return { ...record, name: "@" };
    if (type === "SRV") return { ...record, name: "without-effect" };
    const isApex = typeof name !== "string" || name === "" || name === "@" || name.toLowerCase() === ZONE;
    const isFull = !isApex && name.toLowerCase().replace(/\.$/, "").endsWith(`.${ZONE}`);
    return {
      ...record,
      name: isApex ? `${ZONE.toUpperCase()}.` : isFull ? name : `${name.toUpperCase().replace(/\.$/, "")}.${ZONE}.`,
      ...(ttlSec === undefined || ttlSec === null ? { ttlSec: 0 } : {}),
    };
  });
}
