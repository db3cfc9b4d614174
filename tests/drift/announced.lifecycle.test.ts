import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { tries } from "../support/chance";
import { deployed } from "../support/deployment";
import type { Deployment } from "../support/deployment";
import { DEPLOYED, EMPTY, MASTER } from "../support/programs";
import { useService } from "../support/service";
import { isWhole } from "../support/whole-suite";

/**
 * Random changes by somebody else, and by the program: what an update sends is what the preview of the same change shows, although it read
 * nothing. The oracle is the table below, written from the documents, and the emulator's log.
 */
const service = useService({ provisionMs: 1_000 });

/** `PAIRS=10000 npm run test:explore -- tests/drift/announced` tries more. */
const PAIRS = Number(process.env["PAIRS"] ?? (isWhole ? 2_000 : tries(60)));

interface Input {
  readonly values: readonly unknown[];
  /** The value without the input. Without one, the program always declares it. */
  readonly byDefault?: unknown;
  /** The requests to its own endpoints. By default, it is part of the resource's PUT. */
  readonly posts?: readonly string[];
  /** What the API shows of it. By default, the field of the same name in snake case; undefined for a write-only input. */
  readonly shown?: (live: Values) => unknown;
}

interface Kind {
  readonly kind: string;
  readonly title: string;
  readonly fixed: Values;
  readonly inputs: Readonly<Record<string, Input>>;
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const field = (name: string) => (live: Values) => live[snake(name)];
const hidden = (): undefined => undefined;
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

const KINDS: readonly Kind[] = [
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

interface Pair {
  readonly before: Values;
  readonly theirs: Values;
  readonly after: Values;
}

const SAME = Symbol("unchanged");

/** Somebody else and the program each change about a third of the inputs. */
function pairsOf({ inputs }: Kind): fc.Arbitrary<Pair> {
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

const asText = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);

/** Whether a value has what is declared; members of an object that are not declared do not count. */
function has(value: unknown, wanted: unknown, named = (name: string) => name): boolean {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) return asText(value) === asText(wanted);
  return Object.entries(wanted).every(([name, member]) => (value as Values | undefined)?.[named(name)] === member);
}

/** Writes below the resource, with the fields of a PUT to itself. */
function writesTo(path: string): { request: string; fields: string[] }[] {
  return service
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path: to, requestBody = {} }) => ({
      request: `${method} ${to.replace(path, "").replace(/\d+$/, "N")}`,
      fields: to === path ? Object.keys(requestBody as Values) : [],
    }));
}

const rebuilds = (warnings: readonly string[]): boolean => warnings.some((one) => one.includes("disks are erased"));

/** Brings the resource to these inputs, without the stack's knowledge. */
async function changeOutside(deployment: Deployment, args: Values): Promise<void> {
  await deployment
    .copy()
    .up(args)
    .catch(() => undefined);
  service.clock.advance(3_600_000);
}

describe.each(KINDS)("$title", ({ kind, fixed, inputs }) => {
  const declared = (args: Values): Values =>
    Object.fromEntries(Object.entries({ ...fixed, ...args }).filter(([, value]) => value !== undefined));

  async function check({ before, theirs, after }: Pair): Promise<void> {
    service.startOver();
    const { deployment, path, args: first } = await deployed(service, kind, declared(before));
    const place = { ...first, ...Object.fromEntries(Object.keys(inputs).map((name) => [name, undefined])) };
    const program = declared({ ...place, ...after });
    await changeOutside(deployment, declared({ ...place, ...before, ...theirs }));
    const was = await service.ask("GET", path);
    service.said.length = 0;
    const step = await deployment.preview(program, { isPreview: true }).catch(() => "rejected" as const);
    const announcesLoss = rebuilds(service.warnings());
    service.forget();
    service.said.length = 0;
    const outcome = await deployment.up(program).catch(() => "rejected" as const);
    const [writes, warnings] = [writesTo(path), service.warnings()];
    const is = await service.ask("GET", path);

    const effective = (values: Values, name: string): unknown => values[name] ?? inputs[name]?.byDefault;
    const changes = Object.keys(inputs).filter((name) => !has(effective(before, name), effective(after, name)));
    if (changes.length === 0) expect(step).toBe("same");
    const allowed = changes.flatMap((name) => inputs[name]?.posts ?? [`PUT ${snake(name)}`]);
    const sent = writes.flatMap(({ request, fields }) =>
      request === "PUT " ? fields.map((name) => `PUT ${name}`) : [request],
    );
    expect(allowed).toEqual(expect.arrayContaining(sent));
    const loses = step === "update" && sent.includes("POST /rebuild");
    // An update may fail before its last request.
    if (outcome !== "rejected" || loses) expect(announcesLoss).toBe(loses);
    if (outcome === "rejected") return;
    expect(outcome).toBe(step);

    const left: string[] = [];
    for (const [name, { shown = field(name) }] of Object.entries(inputs)) {
      // Without an update, the state still has the input that the program no longer declares.
      const isStillInState = step === "same" && before[name] !== undefined && !changes.includes(name);
      const wanted = isStillInState ? effective(after, name) : after[name];
      if (shown === hidden || wanted === undefined) continue;
      const [then, now] = [shown(was), shown(is)];
      const isDeployed = name === "booted" && sent.includes("POST /rebuild");
      if (changes.includes(name) || isDeployed)
        expect({ name, has: has(now, wanted, snake) }).toEqual({ name, has: true });
      else expect({ name, now }).toEqual({ name, now: then });
      if (!has(now, wanted, snake)) left.push(name);
    }
    const named = warnings.flatMap(
      (one) => /not undone by this update: (.*?)\./.exec(one)?.[1]?.split(/, | and /) ?? [],
    );
    if (step === "update") expect(named.sort()).toEqual(left.sort());
    expect(await deployment.preview(program, { isPreview: true })).toBe("same");
    expect(await deployment.refresh()).toBe(left.length > 0 ? "drift" : "same");
  }

  test("an update sends what its preview shows, names what it leaves, and announces each loss", async () => {
    await fc.assert(fc.asyncProperty(pairsOf({ kind, title: "", fixed, inputs }), check), {
      numRuns: Math.ceil(PAIRS / KINDS.length),
    });
  });
});
