import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import fc from "fast-check";

import { kill, killBoth, killProvider } from "./killable-stack.mjs";

/** The resources that random programs may declare, each in one of several versions, and a change by somebody else. */
export const SLOTS = JSON.parse(readFileSync(new URL("../support/slots.json", import.meta.url), "utf8"));
/** Any file will do. */
const FILE = fileURLToPath(import.meta.url);

/** The inputs of a resource in a zone. */
export function inputsOf(version, zone) {
  return JSON.parse(JSON.stringify(version), (_, value) => ({ ZONE: zone, FILE })[value] ?? value);
}

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
