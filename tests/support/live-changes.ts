import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { DEPLOYED, EMPTY, MASTER } from "./programs";

/** An input, and what an update of it sends: written from the documents. */
interface Input {
  readonly values: readonly unknown[];
  /** The value without the input. Without one, the program always declares it. */
  readonly byDefault?: unknown;
  /** The requests to its own endpoints. By default, it is part of the resource's PUT. */
  readonly posts?: readonly string[];
  /** What the API shows of it. By default, the field of the same name in snake case; undefined for a write-only input. */
  readonly shown?: (live: Values) => unknown;
}

export interface Kind {
  readonly kind: string;
  readonly title: string;
  readonly fixed: Values;
  readonly inputs: Readonly<Record<string, Input>>;
}

export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const field = (name: string) => (live: Values) => live[snake(name)];
export const hidden = (): undefined => undefined;
const tags: Input = { values: [["one"], ["two"], []], byDefault: [] };
const power: Input = {
  values: [true, false],
  byDefault: true,
  posts: ["POST /boot", "POST /shutdown"],
  shown: ({ status }) => status === "running",
};
const backupsEnabled: Input = {
  values: [false, true],
  posts: ["POST /backups/enable", "POST /backups/cancel"],
  shown: ({ backups }) => (backups as Values).enabled,
};
const text = (...values: string[]): Input => ({ values, byDefault: "" });
const seconds: Input = { values: [0, 300, 3600], byDefault: 0 };
const label: Input = { values: ["one-label", "another-label"] };

export const KINDS: readonly Kind[] = [
  {
    kind: "Instance",
    title: "an instance that may be rebuilt",
    fixed: { ...DEPLOYED, rebuildOnImageChange: true, confirmBackupsDeletion: true },
    inputs: {
      image: { values: ["compute/debian11", "compute/ubuntu22.04", "compute/ubuntu20.04"], posts: ["POST /rebuild"] },
      type: { values: ["g6-nanode-1", "g6-standard-1"], posts: ["POST /resize"] },
      rootPass: {
        values: ["correct-horse-1", "correct-horse-2"],
        posts: ["POST /shutdown", "POST /password", "POST /boot"],
        shown: hidden,
      },
      booted: power,
      backupsEnabled,
      group: text("x", "y"),
      tags,
      label,
    },
  },
  {
    kind: "Instance",
    title: "an empty instance",
    fixed: { ...EMPTY, region: "us-southeast" },
    inputs: {
      alerts: {
        values: [{ cpu: 10 }, { cpu: 20 }, { cpu: 10, io: 5 }],
        shown: ({ alerts }) => alerts,
      },
      watchdogEnabled: { values: [true, false], byDefault: true },
      privateIp: {
        values: [false, true],
        byDefault: false,
        posts: ["POST /ips"],
        shown: ({ ipv4 }) => (ipv4 as string[]).some((address) => address.startsWith("192.168.")),
      },
      interfaces: {
        values: [[], [{ purpose: "public" }, { purpose: "vlan", label: "back" }]],
        posts: ["PUT /configs/N", "POST /reboot"],
        shown: hidden,
      },
      tags,
      label,
    },
  },
  {
    kind: "Domain",
    title: "a domain",
    fixed: { ...MASTER },
    inputs: {
      ttlSec: seconds,
      refreshSec: seconds,
      group: text("x", "y"),
      status: { values: ["active", "disabled"], byDefault: "active" },
      soaEmail: { values: ["admin@example.com", "other@example.com"] },
      axfrIps: { values: [["192.0.2.1"], []], byDefault: [] },
      tags,
    },
  },
  {
    kind: "DomainRecord",
    title: "a record",
    fixed: { type: "MX" },
    inputs: {
      name: text("a", "b"),
      target: { values: ["one.example", "two.example"] },
      ttlSec: seconds,
      priority: { values: [10, 20] },
    },
  },
  {
    kind: "MysqlDatabase",
    title: "a database",
    fixed: { region: "us-east", type: "g6-nanode-1", engine: "mysql/8.0.26" },
    inputs: {
      label,
      allowList: { values: [["192.0.2.1/32"], ["192.0.2.2/32"], []], byDefault: [] },
      updates: { values: [{ frequency: "weekly", hourOfDay: 3 }, { hourOfDay: 5 }, { duration: 1 }] },
    },
  },
];

export interface Pair {
  readonly before: Values;
  readonly theirs: Values;
  readonly after: Values;
}

const SAME = Symbol("unchanged");

/** Somebody else and the program each change about a third of the inputs. */
export function pairsOf({ inputs }: Kind): fc.Arbitrary<Pair> {
  const valueOf = ({ values, byDefault }: Input) =>
    fc.constantFrom(...values, ...(byDefault === undefined ? [] : [undefined]));
  const each = (value: (input: Input) => fc.Arbitrary<unknown>) =>
    fc.record(Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, value(input)])));
  const third = (arbitrary: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(SAME) }, { weight: 1, arbitrary });
  const some = (value: (input: Input) => fc.Arbitrary<unknown>) =>
    each((input) => third(value(input))).map((all) =>
      Object.fromEntries(Object.entries(all).filter(([, one]) => one !== SAME)),
    );
  return fc
    .record({ before: each(valueOf), theirs: some(({ values }) => fc.constantFrom(...values)), changes: some(valueOf) })
    .map(({ before, theirs, changes }) => ({ before, theirs, after: { ...before, ...changes } }));
}
