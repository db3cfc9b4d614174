import { fileURLToPath } from "node:url";

import fc from "fast-check";

import { kill, killBoth, killProvider } from "./killable-stack.mjs";

const record = (values) => (zone) => ({ domainId: zone, ...values });
/** A record that others have, too. */
export const WWW = { type: "A", name: "www", target: "192.0.2.1" };
const SHOP = { domain: "shop.example", type: "master", soaEmail: "admin@shop.example" };
const NANODE = { region: "us-east", type: "g6-nanode-1" };
/** Any file will do. */
const IMAGE = { region: "us-east", label: "golden", source: fileURLToPath(import.meta.url) };
const MYSQL = { ...NANODE, engine: "mysql/8.0.26" };

/** The resources that random programs may declare, each in one of several versions, and a change by somebody else. */
export const SLOTS = [
  {
    kind: "DomainRecord",
    name: "www",
    versions: [
      record(WWW),
      record({ ...WWW, target: "192.0.2.2" }),
      record({ type: "TXT", name: "www", target: "text" }),
    ],
    edit: { ttl_sec: 3600 },
  },
  // The API allows identical records.
  {
    kind: "DomainRecord",
    name: "twin",
    versions: [record(WWW), record({ ...WWW, ttlSec: 300 })],
    edit: { target: "192.0.2.9" },
  },
  {
    kind: "DomainRecordSet",
    name: "set",
    versions: [["a", "b"], ["b", "c", "d"], ["d"]].map((names) =>
      record({ records: names.map((name) => ({ type: "A", name, target: "192.0.2.1" })) }),
    ),
    edit: { target: "192.0.2.9" },
  },
  {
    kind: "Domain",
    name: "shop",
    versions: [() => SHOP, () => ({ ...SHOP, description: "changed", tags: ["tag"] })],
    edit: { description: "edited" },
  },
  {
    kind: "Instance",
    name: "web",
    versions: [() => NANODE, () => ({ ...NANODE, tags: ["tag"] }), () => ({ ...NANODE, region: "eu-west" })],
    edit: { tags: ["edited"] },
  },
  {
    kind: "MysqlDatabase",
    name: "db",
    versions: [() => MYSQL, () => ({ ...MYSQL, allowList: ["192.0.2.1"] })],
    edit: { allow_list: [] },
  },
  // The API allows images with one label.
  ...["golden", "copy"].map((name) => ({
    kind: "Image",
    name,
    versions: [() => IMAGE, () => ({ ...IMAGE, description: "changed" })],
    edit: { description: "edited" },
  })),
];

export const KILLS = { "the CLI": kill, "the provider": killProvider, both: killBoth };
/** In the emulator's format. */
export const FAULTS = {
  "a lost response": { effect: { kind: "lostResponse" } },
  "a reset": { effect: { kind: "reset" } },
  "a truncated response": { effect: { kind: "truncate" } },
  "a 500 before": { effect: { kind: "status", status: 500 } },
  "a 500 after": { effect: { kind: "status", status: 500 }, phase: "after" },
  "a page with 502": { effect: { kind: "html", status: 502 } },
  "a page with 200 after": { effect: { kind: "html", status: 200 }, phase: "after" },
};

/** For each slot its version, from 1; 0: not declared. */
const program = fc.tuple(...SLOTS.map(({ versions }) => fc.nat({ max: versions.length })));
const machine = fc.nat({ max: 1 });
const slot = fc.nat({ max: SLOTS.length - 1 });
const killed = fc.record({
  who: fc.constantFrom(...Object.keys(KILLS)),
  method: fc.constantFrom("POST", "POST", "POST", "POST", "PUT", "DELETE"),
  nth: fc.integer({ min: 1, max: 3 }),
  phase: fc.constantFrom("before", "after"),
});
const struck = fc.record({ fault: fc.constantFrom(...Object.keys(FAULTS)), nth: fc.integer({ min: 1, max: 15 }) });
const targets = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.uniqueArray(slot, { minLength: 1, maxLength: 3 }) },
);
const up = fc.constant("up");
const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ command: up, program, machine, targets }) },
  { weight: 5, arbitrary: fc.record({ command: up, program, machine, targets, killed }) },
  { weight: 3, arbitrary: fc.record({ command: up, program, machine, struck }) },
  fc.record({ command: fc.constant("destroy"), machine, killed: fc.option(killed, { nil: undefined }) }),
  fc.record({ command: fc.constant("refresh"), machine }),
  fc.record({ command: fc.constantFrom("edit", "delete"), slot }),
);

/** The first `count` sequences of a seed. */
export function randomSequences({ seed, count }) {
  return fc.sample(fc.array(command, { minLength: 3, maxLength: 5 }), { seed, numRuns: count });
}

/** A command in short. */
export function shown({ command, program, machine, targets, killed, struck, slot }) {
  return [
    command,
    ...(slot === undefined ? [] : [SLOTS[slot].name]),
    ...(program ? [program.join("")] : []),
    ...(targets ? [`only ${targets.map((each) => SLOTS[each].name).join()}`] : []),
    ...(machine ? ["elsewhere"] : []),
    ...(killed ? [`(kills ${killed.who} ${killed.phase} ${killed.method} ${killed.nth})`] : []),
    ...(struck ? [`(${struck.fault} at ${struck.nth})`] : []),
  ].join(" ");
}
