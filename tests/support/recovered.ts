import { diagnose } from "../../cli/recover/diagnose";
import type { DiagnoseOptions } from "../../cli/recover/diagnose";
import type { Diagnosis } from "../../cli/recover/conclude";
import { repaired } from "../../cli/recover/repair";
import { stackStateOf } from "../../cli/state/stack-state";
import { RETRIES } from "./service";
import type { Service } from "./service";
import type { Stack } from "./stack";

/** What the command needs besides the state and its flags. */
export function askedOf({ emulator, clock }: Service): DiagnoseOptions {
  return {
    environment: { COMPUTE_URL: emulator.url, COMPUTE_TOKEN: emulator.token },
    nowMs: clock.today(),
    signal: new AbortController().signal,
    clock,
    retries: RETRIES,
  };
}

/**
 * `pulumi-compute recover --apply`, on a machine without the journal, with `--accept` for the results that its user recognizes.
 * @returns what it found, what its user had to decide, and whether it repaired the state
 * @param isResult whether this Pulumi ID belongs to a result, not to somebody else, in view of its date if the command shows it
 */
export async function recoverStack(
  service: Service,
  stack: Stack,
  isResult: (id: string, createdMs: number | undefined) => boolean,
) {
  const text = stack.export();
  const others = stack.beside.map((one) => stackStateOf(one.export(), "other"));
  const find = (accepted: readonly string[]): Promise<readonly Diagnosis[]> =>
    diagnose(stackStateOf(text, "dev"), { ...askedOf(service), accepted, others });
  const undecided = (await find([])).filter(({ result }) => result === "undecided");
  const known = undecided.filter(({ explanation }) => !explanation.includes("has an unfinished create of the same"));
  const found = await find(
    known.flatMap(({ ids, explanation }) => ids.filter((id) => isResult(id, shownDate(id, explanation)))),
  );
  const isRepaired = found.every(({ result }) => result !== "undecided");
  if (isRepaired) stack.import(repaired(text, found, new Date(service.clock.today())));
  return { found, undecided, isRepaired };
}

function shownDate(id: string, explanation: string): number | undefined {
  const date = explanation.split(`${id} (created `)[1]?.slice(0, "2024-05-06T07:08:09".length);
  return date === undefined ? undefined : Date.parse(`${date}Z`);
}
