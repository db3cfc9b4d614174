import type { Emulator } from "../../emulator/index";
import type { CopiedAccount } from "./copies";
import type { RehearsalOptions } from "./rehearsal";
import { withStage } from "./rehearsal";
import type { FaultRun } from "./report";
import type { OriginalStack } from "./stage";

/** What an account has, without IDs, addresses and dates, which differ between runs. */
type Contents = readonly string[];

/** What an update without an interruption sent, and led to, for each account. */
export interface CompleteRun {
  readonly writes: readonly (readonly Write[])[];
  readonly contents: readonly Contents[];
}

export function completeRun(emulators: readonly Emulator[]): CompleteRun {
  return { writes: emulators.map(writesOf), contents: emulators.map(contentsOf) };
}

/** Kills the update right after a write, for one write after another, and tells whether the next update leads to the same account. */
export async function interruptions(
  original: OriginalStack,
  { accounts, whole }: { readonly accounts: readonly CopiedAccount[]; readonly whole: CompleteRun },
  { faults, onProgress }: Pick<RehearsalOptions, "faults" | "onProgress">,
): Promise<FaultRun[]> {
  const writes = whole.writes.flatMap((list, account) => list.map((write) => ({ ...write, account })));
  const chosen = writes.filter((_, index) => faults === "all" || faults.includes(index + 1));
  const runs: FaultRun[] = [];
  for (const { account, ...write } of chosen) {
    const exchange = `${write.method} ${write.path}`;
    onProgress(`Interrupting ${exchange} (${runs.length + 1} of ${chosen.length})`);
    const run = await withStage(original, accounts, async (stage, { emulators, environment }) => {
      const killed = new AbortController();
      const [emulator] = emulators.slice(account);
      emulator?.faults.add({ ...write, effect: { kind: "lostResponse" } });
      const looking = setInterval(() => {
        if (emulator?.faults.list().some(({ fired }) => fired > 0)) killed.abort();
      }, LOOK_EVERY_MS);
      await stage.run(UP, environment, killed.signal).finally(() => clearInterval(looking));
      for (const one of emulators) one.faults.clear();
      await stage.unlock();
      const next = await stage.run(UP, environment);
      const differences = emulators.flatMap((one, index) =>
        differencesIn(whole.contents[index] ?? [], contentsOf(one)),
      );
      const errors = next.errors.map(({ message }) => message);
      return { recovered: next.succeeds && differences.length === 0, differences: [...errors, ...differences] };
    });
    runs.push({ exchange, ...run });
  }
  return runs;
}

const UP = ["up", "--yes", "--skip-preview"];

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

/** Fields that are another each time something is created. */
const VARIABLE = /^(id|\w+_id|created|updated|ipv4|ipv6|hosts|peers|host_uuid|status|last_booted_config)$/;

function contentsOf(emulator: Emulator): Contents {
  const kinds = ["instance", "domain", "record", "image", "database"] as const;
  return kinds.flatMap((kind) =>
    emulator.list(kind).map((one) => {
      const fields = Object.entries(one).filter(([name]) => !VARIABLE.test(name));
      return `${kind} ${JSON.stringify(Object.fromEntries(fields))}`;
    }),
  );
}

function differencesIn(wanted: Contents, got: Contents): string[] {
  const times = (all: Contents, one: string): number => all.filter((other) => other === one).length;
  return [...new Set([...wanted, ...got])]
    .filter((one) => times(wanted, one) !== times(got, one))
    .map((one) => `${times(got, one)} instead of ${times(wanted, one)}: ${one}`);
}
