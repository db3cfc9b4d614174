import type { Emulator } from "../../emulator/index";
import { amount } from "../terminal/plural";
import type { FaultRun } from "./report";
import type { OriginalStack, RecordedRun } from "./stage";
import { UP, withStage } from "./staged";
import type { Copies } from "./staged";

/** What an update without an interruption sent, and led to, for each account. */
export interface CompleteRun {
  readonly writes: readonly (readonly Write[])[];
  readonly contents: readonly (readonly Content[])[];
}

export function completeRun(emulators: readonly Emulator[]): CompleteRun {
  return { writes: emulators.map(writesOf), contents: emulators.map(contentsOf) };
}

interface InterruptedUpdate {
  readonly copies: Copies;
  readonly whole: CompleteRun;
  /** What the preview asked of the plugins. */
  readonly previewed: RecordedRun["previewed"];
}

export interface InterruptionOptions {
  /** Which writes to interrupt: their numbers, counting from 1, or all. */
  readonly faults: readonly number[] | "all";
  /** Called with what begins. */
  readonly onProgress: (message: string) => void;
  readonly signal: AbortSignal;
}

/** Kills the update right after a write, for one write after another, and tells whether the next update leads to the same account. */
export async function interruptions(
  original: OriginalStack,
  { copies, whole, previewed }: InterruptedUpdate,
  { faults, onProgress, signal }: InterruptionOptions,
): Promise<FaultRun[]> {
  const writes = whole.writes.flatMap((list, account) => list.map((write) => ({ write, account })));
  const numbered = writes.map((one, index) => ({ ...one, number: index + 1 }));
  const chosen = numbered.filter(({ number }) => faults === "all" || faults.includes(number));
  const missing = faults === "all" ? [] : faults.filter((number) => number > writes.length);
  if (missing.length > 0)
    throw new Error(
      `--faults: there is no write ${missing.join(", ")}. The update sends ${amount(writes.length, "write")}.`,
    );
  const runs: FaultRun[] = [];
  for (const { account, write, number } of chosen) {
    signal.throwIfAborted();
    const exchange = `${write.method} ${write.path}`;
    onProgress(`Interrupting ${exchange} (${runs.length + 1} of ${chosen.length})`);
    const run = await withStage(original, copies, async (stage, { emulators }) => {
      const killed = new AbortController();
      const [emulator] = emulators.slice(account);
      emulator?.faults.add({ ...write, effect: { kind: "lostResponse" } });
      const looking = setInterval(() => {
        if (emulator?.faults.list().some(({ fired }) => fired > 0)) killed.abort();
      }, LOOK_EVERY_MS);
      const interrupted = { previewed, signal: AbortSignal.any([killed.signal, signal]) };
      await stage.run(UP, interrupted).finally(() => clearInterval(looking));
      for (const one of emulators) one.faults.clear();
      await stage.unlock();
      const next = await stage.run(UP, { previewed, signal });
      const differences = emulators.flatMap((one, index) =>
        differencesIn(whole.contents[index] ?? [], contentsOf(one)),
      );
      const errors = next.errors.map(({ message }) => message);
      return { recovered: next.succeeds && differences.length === 0, differences: [...errors, ...differences] };
    });
    runs.push({ number, exchange, ...run });
  }
  return runs;
}

/** The provider would otherwise search for what the lost response announced. */
const LOOK_EVERY_MS = 2;

/** A write, by its route, and how many of that route came before it. */
interface Write {
  readonly method: string;
  readonly path: string;
  readonly nth: number;
}

function writesOf(emulator: Emulator): Write[] {
  const times = new Map<string, number>();
  return emulator
    .requests()
    .log.filter(({ method }) => method !== "GET")
    .map(({ method, route, path = "" }) => {
      const key = `${method} ${route ?? path}`;
      times.set(key, (times.get(key) ?? 0) + 1);
      return { method, path: route ?? path, nth: times.get(key) ?? 1 };
    });
}

/** An object of the account, and its fields by path. */
interface Content {
  /** `domain shop.example`. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** Fields with what the emulator makes up, which depends on what was created before. */
const MADE_UP = /^(id|\w+_id|ipv4|ipv6|hosts|peers|password|ca_certificate)$/;

/** Fields that only the emulator has, or that change without a request. */
const IGNORED = /^(status|last_booted_config|boot_jobs|copied)$/;

const DATE = /^\d{4}-\d\d-\d\dT/;

const KINDS = ["instance", "domain", "record", "image", "database"] as const;

export function contentsOf(emulator: Emulator): Content[] {
  const named = madeUpIn(emulator);
  return KINDS.flatMap((kind) =>
    emulator.list(kind).map((one) => {
      const { label, domain, type, name, target } = one;
      const own = kind === "record" ? [type, name, target] : [label ?? domain];
      const kept = Object.entries(one).filter(([field]) => !MADE_UP.test(field) && !IGNORED.test(field));
      return {
        name: named([kind, ...own].join(" ")),
        fields: new Map(
          kept.flatMap(([field, value]) => leavesOf(field, value)).map(([at, text]) => [at, named(text)]),
        ),
      };
    }),
  );
}

/** Names what the emulator made up by what it belongs to, wherever a program has written it. */
function madeUpIn(emulator: Emulator): (text: string) => string {
  const names = new Map<string, string>();
  for (const kind of KINDS)
    for (const one of emulator.list(kind))
      for (const [field, value] of Object.entries(one).filter(([name]) => MADE_UP.test(name) && !name.endsWith("_id")))
        for (const [at, text] of [value].flat().flatMap((item, index) => leavesOf(`${field}.${index}`, item))) {
          const plain = text.replace(/^"|(\/\d+)?"$/g, "");
          if (plain.length > 3)
            names.set(plain, `<${at} of ${kind} ${String(one["label"] ?? one["domain"] ?? one["name"])}>`);
        }
  const words = [...names.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[^\w]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\w.])(?:${words.join("|")})(?![\\w])`, "g");
  return (text) => (words.length === 0 ? text : text.replace(pattern, (word) => names.get(word) ?? word));
}

/** The values in a field, without dates. */
function leavesOf(path: string, value: unknown): [string, string][] {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([name, member]) => leavesOf(`${path}.${name}`, member));
  }
  return typeof value === "string" && DATE.test(value) ? [] : [[path, JSON.stringify(value)]];
}

export function differencesIn(wanted: readonly Content[], got: readonly Content[]): string[] {
  const named = (all: readonly Content[], name: string): Content[] => all.filter((one) => one.name === name);
  return [...new Set([...wanted, ...got].map(({ name }) => name))].flatMap((name) => {
    const [ours, theirs] = [named(wanted, name), named(got, name)];
    if (ours.length !== theirs.length) return [`${theirs.length} instead of ${ours.length}: ${name}`];
    const paths = ours.flatMap(({ fields }, index) =>
      [...fields].filter(([path, value]) => theirs[index]?.fields.get(path) !== value).map(([path]) => path),
    );
    return paths.length === 0 ? [] : [`${name}: ${[...new Set(paths)].join(", ")}`];
  });
}
