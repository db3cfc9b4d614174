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
    return `The update of ${stack} succeeds: ${changes}, and nothing is left to do afterwards.`;
  if (outcome === "unrecovered")
    return `The update of ${stack} succeeds, but if it is interrupted, a rerun does not recover.`;
  if (outcome === "fails") {
    const rejected = operations.filter((one) => one.rejected !== undefined).length;
    return `The update of ${stack} fails${rejected > 0 ? `: ${rejected} of ${changes} rejected` : ""}.`;
  }
  const [preview, refresh] = [leftover.preview.length > 0, leftover.refresh.length > 0];
  const shows = [
    preview ? "a second preview would still show changes" : "",
    refresh ? "a refresh would still show drift" : "",
  ];
  return `The update of ${stack} succeeds, but ${shows.filter(Boolean).join(" and ")}.`;
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

/** What takes time in addition, without a known duration. */
function untimed({ takes, operations }: Report): string {
  if (takes.unknown.length === 0) return "";
  const names = operations.filter((one) => one.untimed).map(nameOf);
  return `plus ${names.join(", ") || "some steps"}: the account's events don't show how long`;
}

/** What the update sends to an account, beside its limits. */
function requestsTo({ url, requests: total, writes, instanceCreates }: RehearsedAccount): string {
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
  return [`to ${url} (${amount(writes, "write")})`, ...notes].join("; ");
}

/** `$10.00 -> $20.00`; one price if nothing changes. */
function priceChange({ before, after }: NonNullable<Operation["cost"]>): string {
  return before === after ? money(after) : `${money(before)} -> ${money(after)}`;
}

/** What the copy lacks that an update may depend on. */
function unread({ accounts }: Report): string[] {
  return accounts.flatMap(({ url, unread: lists }) => {
    const lacking = LISTS.filter(([, path]) => lists.includes(path)).map(([what]) => what);
    return lacking.length === 0 ? [] : [`The token may not read the ${lacking.join(", ")} of ${url}: ${NOT_COPIED}`];
  });
}

const NOT_COPIED = "what depends on them may end differently.";

/** All services have these, so that a missing one means that the token may not read it. */
const LISTS = [
  ["instances", "/compute/instances"],
  ["images", "/images"],
  ["databases", "/databases/mysql/instances"],
  ["domains", "/domains"],
  ["events", "/account/events"],
] as const;

/** What a change does besides what it is for. */
export function effects({ rejected, loses, down }: Operation): string[] {
  return [
    ...(rejected === undefined ? [] : ["rejected"]),
    ...(loses === undefined ? [] : ["loses data"]),
    ...(down === undefined ? [] : [`down ${downFor(down)}`]),
  ];
}

function downFor(down: Span): string {
  return down.mostSec > 0 ? `for ${time(down)}` : "during the update";
}

/** Names of the columns of `facts`. */
export const FACTS = ["Inputs", "Time", "Monthly"] as const;

/** The inputs that change, how long it waits, and its price. */
export function facts(operation: Operation): [inputs: string, waits: string, cost: string] {
  const { inputs, waits, untimed: isOpen, cost } = operation;
  const waiting = [waits.mostSec > 0 ? time(waits) : "", isOpen ? "unknown" : ""].filter(Boolean).join(" + ");
  return [inputs.join(", "), waiting, cost && cost.before !== cost.after ? priceChange(cost) : ""];
}

/** All about one change, a line each. */
export function details(operation: Operation): string[] {
  const { rejected, loses, down } = operation;
  return [
    ...(rejected === undefined ? [] : rejected.split("\n").map((line) => `rejected: ${line}`)),
    ...(loses === undefined ? [] : [`lost: ${loses}`]),
    ...(down === undefined ? [] : [`down ${downFor(down)}`]),
    ...facts(operation).flatMap((fact, index) => (fact === "" ? [] : [`${FACTS[index]?.toLowerCase()}: ${fact}`])),
  ];
}

/** What the report says about a change, or about the whole update. */
export interface Statement {
  readonly about?: Operation;
  readonly text: string;
}

/** Statements of one kind. */
export interface Part {
  readonly title: string;
  readonly meaning: string;
  readonly level: "error" | "warning" | "note";
  readonly statements: readonly Statement[];
}

/** What matters most, in this order in each format: why it fails, what is left to do, what is lost, and what is down. */
export function mainParts({ operations, errors, leftover, faults = [] }: Report): Part[] {
  const each = (textOf: (operation: Operation) => string | undefined): Statement[] =>
    operations.flatMap((about) => {
      const text = textOf(about);
      return text === undefined ? [] : [{ about, text }];
    });
  const left = [
    ...leftover.preview.map((text) => `preview: ${text}`),
    ...leftover.refresh.map((text) => `refresh: ${text}`),
  ];
  return filled([
    { title: "Errors", meaning: "of the whole update", level: "error", statements: errors.map(asStatement) },
    { title: "Rejected", meaning: "by a preview or the API", level: "error", statements: each((one) => one.rejected) },
    {
      title: "Not recovered",
      meaning: "after an interruption",
      level: "error",
      statements: faults.filter(({ recovered }) => !recovered).map(interruption),
    },
    { title: "Left to do", meaning: "after the update", level: "warning", statements: left.map(asStatement) },
    { title: "Lost", meaning: "data that exists only once", level: "error", statements: each((one) => one.loses) },
    {
      title: "Down",
      meaning: "while the update runs",
      level: "warning",
      statements: each(({ down }) => down && downFor(down)),
    },
  ]);
}

/** What follows the changes: interrupted updates and warnings. */
export function otherParts(report: Report): Part[] {
  const recovered = (report.faults ?? []).filter((fault) => fault.recovered);
  const warnings = [...report.warnings, ...unread(report)];
  return filled([
    { title: "Interrupted", meaning: "and recovered", level: "note", statements: recovered.map(interruption) },
    { title: "Warnings", meaning: "", level: "warning", statements: warnings.map(asStatement) },
  ]);
}

function interruption({ number, exchange, recovered, differences }: FaultRun): Statement {
  const outcome = recovered ? "a rerun recovers" : `a rerun does not recover: ${differences.join("; ")}`;
  return { text: `killed after write ${number}, ${exchange}: ${outcome}` };
}

const asStatement = (text: string): Statement => ({ text });

function filled(parts: readonly Part[]): Part[] {
  return parts.filter(({ statements }) => statements.length > 0);
}

/** `Instance web`. */
export function nameOf({ kind, name }: Operation): string {
  return `${kind} ${name}`;
}

/** A statement in one line. */
export function textOf({ about, text }: Statement): string {
  return about ? `${nameOf(about)}: ${text}` : text;
}

interface Figure {
  readonly title: string;
  readonly figure: string;
  readonly of: string;
}

/** Cost, time and requests, if the update changes anything. */
export function figures(report: Report): Figure[] {
  const { accounts, cost, operations, outcome, takes } = report;
  const hasNoEffect = outcome === "fails" && accounts.every(({ writes }) => writes === 0);
  if (operations.length === 0 || hasNoEffect) return [];
  const unpriced = cost.unpriced.length > 0 ? `, without ${cost.unpriced.join(", ")}, whose price is not known` : "";
  return [
    { title: "Cost", figure: priceChange(cost), of: `a month${unpriced}` },
    { title: "Time", figure: time(takes), of: untimed(report) },
    ...accounts
      .filter(({ requests }) => requests > 0)
      .map((one) => ({ title: "Requests", figure: grouped(one.requests), of: requestsTo(one) })),
  ];
}

export function figureText({ figure, of }: Figure): string {
  return `${figure} ${of}`.trimEnd();
}

/** What is said about the whole update, the outcome first, for formats that list the changes themselves. */
export function wholeStatements(report: Report): { readonly level: Part["level"]; readonly text: string }[] {
  const parts = (all: readonly Part[]) =>
    all.flatMap(({ title: name, level, statements }) =>
      statements.filter(({ about }) => !about).map(({ text }) => ({ level, text: `${name}: ${text}` })),
    );
  return [
    { level: "note", text: headline(report) },
    ...parts(mainParts(report)),
    ...figures(report).map((one) => ({ level: "note" as const, text: `${one.title}: ${figureText(one)}` })),
    ...parts(otherParts(report)),
  ];
}
