import { RATE_LIMITS } from "../../../emulator/interface/rate-limits";
import { money } from "../../../provider/lifecycle/wording";
import { amount, grouped } from "../../plural";
import type { FaultRun, Operation, RehearsedAccount, Report, Span } from "../report";

const { general: PER_MINUTE, "create instance": CREATES } = RATE_LIMITS;

/** The outcome in one sentence. */
export function headline({ outcome, operations, stack, leftover }: Report): string {
  const changes = amount(operations.length, "change");
  if (outcome === "unchanged") return `No changes: ${stack} matches its program and its account.`;
  if (outcome === "succeeds")
    return `The update of ${stack} goes through: ${changes}, and nothing is left to do afterwards.`;
  if (outcome === "fails") {
    const rejected = operations.filter((one) => one.rejected !== undefined).length;
    return `The update of ${stack} fails${rejected > 0 ? `: ${rejected} of ${changes} rejected` : ""}.`;
  }
  const left = [leftover.preview.length > 0 ? "a second preview" : "", leftover.refresh.length > 0 ? "a refresh" : ""];
  return `The update of ${stack} goes through, but ${left.filter(Boolean).join(" and ")} still finds changes.`;
}

/** `replace Instance web`. */
export function title({ op, kind, name, deletesFirst }: Operation): string {
  return `${op} ${kind} ${name}${deletesFirst ? " (deleted first)" : ""}`;
}

/** `40 s`, `15 to 30 min`. */
function time({ leastSec, mostSec }: Span): string {
  const [unit, length] = mostSec >= 120 ? (["min", 60] as const) : (["s", 1] as const);
  const [least, most] = [leastSec, mostSec].map((seconds) => String(Math.round(seconds / length)));
  return least === most ? `${most} ${unit}` : `${least} to ${most} ${unit}`;
}

/** How long the update takes. */
function duration({ takes }: Report): string {
  const without = takes.unknown.length > 0 ? `, without ${takes.unknown.join(", ")}, whose duration is not known` : "";
  return `${time(takes)}${without}`;
}

/** What the update sends to an account, beside its limits. */
function requests({ url, requests: total, writes, instanceCreates }: RehearsedAccount): string {
  const windows = Math.ceil(total / PER_MINUTE.limit) - 1;
  const notes = [
    ...(windows > 0
      ? [`the service allows ${grouped(PER_MINUTE.limit)} a minute, so they take at least ${windows} min`]
      : []),
    ...(instanceCreates > CREATES.limit
      ? [
          `${instanceCreates} instances are created, and the service allows ${CREATES.limit} in ${CREATES.windowSec} s: at least ` +
            `${Math.floor((instanceCreates - 1) / CREATES.limit) * CREATES.windowSec} s`,
        ]
      : []),
  ];
  return [`${amount(total, "request")} to ${url} (${amount(writes, "write")})`, ...notes].join("; ");
}

/** What the stack costs each month, before and after. */
function cost({ cost: { before, after, unpriced } }: Report): string {
  const without = unpriced.length > 0 ? `, without ${unpriced.join(", ")}, whose price is not known` : "";
  return `${money(before)} a month before, ${money(after)} after${without}`;
}

/** `$10.00 -> $20.00`; empty if nothing changes. */
function costChange({ cost: change }: Operation): string {
  return change && change.before !== change.after ? `${money(change.before)} -> ${money(change.after)}` : "";
}

/** What the copy lacks. */
function unread({ accounts }: Report): string[] {
  return accounts.flatMap(({ url, unread: lists }) =>
    lists.length === 0
      ? []
      : [`Not in the copy of ${url}, because the token may not read it or the API lacks it: ${lists.join(", ")}.`],
  );
}

/** What to know about an operation besides its inputs. */
export function notes({ rejected, loses, down }: Operation): string[] {
  return [
    ...(rejected === undefined ? [] : rejected.split("\n").map((line) => `rejected: ${line}`)),
    ...(loses === undefined ? [] : [`lost: ${loses}`]),
    ...(down === undefined ? [] : [`not available ${down.mostSec > 0 ? `for ${time(down)}` : "meanwhile"}`]),
  ];
}

/** The inputs that change, how long it waits, and its price. */
export function facts(operation: Operation): [inputs: string, waits: string, cost: string] {
  const { inputs, waits } = operation;
  return [inputs.join(", "), waits.mostSec > 0 ? time(waits) : "", costChange(operation)];
}

/** What belongs to no single operation. */
export function remarks(report: Report): string[] {
  const { errors, warnings, leftover, faults = [] } = report;
  const outcome = ({ recovered, differences }: FaultRun): string =>
    recovered ? "the next update completes it" : `the next update does not complete it: ${differences.join("; ")}`;
  return [
    ...errors.map((text) => `error: ${text}`),
    ...warnings.map((text) => `warning: ${text}`),
    ...leftover.preview.map((text) => `a second preview finds: ${text}`),
    ...leftover.refresh.map((text) => `a refresh finds: ${text}`),
    ...faults.map((fault) => `killed after write ${fault.number}, ${fault.exchange}: ${outcome(fault)}`),
    ...unread(report),
  ];
}

/** Time, price and requests, if the update changes anything. */
export function figures(report: Report): string[] {
  const sent = report.accounts.filter((account) => account.requests > 0);
  const hasNoEffect = report.outcome === "fails" && report.accounts.every(({ writes }) => writes === 0);
  if (report.operations.length === 0 || hasNoEffect) return [];
  return [
    `It takes ${duration(report)}.`,
    `It costs ${cost(report)}.`,
    ...sent.map((account) => `${requests(account)}.`),
  ];
}
