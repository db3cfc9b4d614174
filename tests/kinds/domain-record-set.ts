import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { aZone, ZONE } from "../support/programs";
import { RECORDS } from "./domain-record";
import { specimen } from "./specimen";

const asJson = (values: Values[]): Values[] => JSON.parse(JSON.stringify(values)) as Values[];

const aRecord: fc.Arbitrary<Values> = fc
  .constantFrom(...Object.keys(RECORDS))
  .chain((type) => (RECORDS[type] ?? fc.constant({})).map((record): Values => ({ ...record, type })));

/** In lower case, without a final period or leading underscores. */
const plain = (text: unknown): string => (typeof text === "string" ? text.toLowerCase().replace(/\.$|^_/g, "") : "");

/** Equal for records with the same name, in any equivalent form. */
function nameOf({ type, name, service, protocol }: Values): string {
  if (type === "SRV") return `_${plain(service)}._${plain(protocol)}`;
  return `.${typeof name === "string" ? name.toLowerCase() : ""}`
    .replace(/\.$/, "")
    .replace(`.${ZONE}`, "")
    .replace(".@", "");
}

const targetOf = ({ type, target }: Values): string =>
  type === "AAAA" ? new URL(`http://[${String(target)}]`).host : plain(target);

/** Whether a zone cannot have both: a CNAME record is the only one with its name, and an MX record without a target the only MX record. */
export function excludes(one: Values, other: Values): boolean {
  if (nameOf(one) !== nameOf(other)) return false;
  const takesNoMail = one.type === "MX" && other.type === "MX" && [one.target, other.target].includes("");
  return takesNoMail || [one.type, other.type].includes("CNAME");
}

const isAlike = (one: Values, other: Values): boolean =>
  one.type === other.type && nameOf(one) === nameOf(other) && targetOf(one) === targetOf(other);

/** Those of the records that can coexist in one zone, the first ones first. */
function coexisting(records: readonly Values[]): Values[] {
  const sound: Values[] = [];
  for (const record of records) {
    if (!sound.some((other) => excludes(record, other) || isAlike(record, other))) sound.push(record);
  }
  return sound;
}

/** Records in any equivalent form. */
const aRecordSet = fc.array(aRecord, { maxLength: 8 }).map((records) => coexisting(asJson(records)));

/** Two sets with some common records. */
const twoRecordSets: fc.Arbitrary<[Values[], Values[]]> = fc
  .tuple(aRecordSet, aRecordSet, fc.nat({ max: 8 }))
  .map(([first, second, common]) => [first, coexisting([...second, ...first.slice(0, common)])]);

export const twoDeclaredSets = fc
  .tuple(twoRecordSets, fc.boolean())
  .map(([[first, second], exclusive]): [Values, Values] => [
    { records: first, exclusive },
    { records: second, exclusive },
  ]);

export default specimen("DomainRecordSet", {
  needs: async (service) => ({ domainId: await aZone(service) }),
  variants: [
    {
      domainId: [12, "13"],
      records: [
        [
          { type: "A", name: "WWW.zone.example", target: "192.0.2.1", ttlSec: 400 },
          { type: "SRV", target: "sip.", priority: 1, weight: 2, port: 5060, service: "_sip", protocol: "tcp" },
        ],
        [{ type: "A", name: "www", target: "192.0.2.1", ttlSec: 400 }],
      ],
      exclusive: [true, false],
      only: [{ types: ["A", "SRV"], names: ["www", "_sip._tcp"] }, { types: ["SRV", "A"] }],
    },
  ],
  shows: () => ({ recordIds: [34, 35] }),
  random: [
    {
      title: "a set of records",
      two: twoDeclaredSets,
    },
  ],
});
