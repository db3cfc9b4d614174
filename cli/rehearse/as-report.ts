import { RATE_LIMITS } from "../../emulator/interface/rate-limits";
import { money } from "../../provider/lifecycle/wording";
import { amount, grouped } from "../terminal/plural";
import { allFormats } from "../report";
import type { Figure, Group, Item, Rule, RunReport, Subject, Tone } from "../report/model";
import type { FaultRun, Operation, RehearsedAccount, Report, Span } from "./report";

const { general: PER_MINUTE, "create instance": CREATES } = RATE_LIMITS;

/** What a change may break, for programs. */
const REJECTED: Rule = {
  id: "rehearsal/rejected",
  title: "Rejected",
  meaning: "by a preview or the API",
  level: "error",
  ends: "failure",
  short: "The API or a preview rejects the change.",
};
const LOST: Rule = {
  id: "rehearsal/loss",
  title: "Lost",
  meaning: "data that exists only once",
  level: "warning",
  short: "The change loses data.",
};
const DOWN: Rule = {
  id: "rehearsal/downtime",
  title: "Down",
  meaning: "while the update runs",
  level: "warning",
  short: "Something is down during the update.",
};

const OUTCOMES = {
  unchanged: { tone: "ok", word: "No changes" },
  succeeds: { tone: "ok", word: "Succeeds" },
  unclean: { tone: "warn", word: "Leaves changes" },
  unrecovered: { tone: "bad", word: "Does not recover" },
  fails: { tone: "bad", word: "Fails" },
} as const;

export const FORMATS = allFormats(asReport);

function asReport(report: Report): RunReport {
  const { tool, startedAt, durationMs, stack, outcome, accounts, operations, warnings } = report;
  const { tone, word } = OUTCOMES[outcome];
  const rows = operations.map((one) => [title(one), ...facts(one), effects(one).join(", ")]);
  const table = { title: "Changes", head: ["Change", ...FACTS, "Effect"], rows, isNumbered: true } as const;
  return {
    command: "rehearse",
    tool,
    startedAt,
    durationMs,
    requests: accounts.reduce((sum, { readRequests }) => sum + readRequests, 0),
    rules: [REJECTED, LOST, DOWN],
    owners: [stack],
    subjects: operations.map((one) => subjectOf(one, stack)),
    isComplete: outcome !== "fails",
    test: "the update succeeds, and nothing is left to do",
    main: "changes",
    word,
    outcome: { headline: headline(report), tone },
    parts: [
      { is: "groups", groups: mainGroups(report) },
      { is: "figures", figures: figures(report) },
      {
        is: "tables",
        section: { id: "changes", title: `${amount(rows.length, "change")}, in order` },
        tables: [table],
      },
      { is: "groups", groups: recoveredFaults(report) },
      { is: "warnings", warnings: [...warnings, ...unread(report)] },
    ],
  };
}

function subjectOf(operation: Operation, owner: string): Subject {
  const { kind, name, urn, source } = operation;
  return { kind, name, urn, owner, source, title: title(operation), details: details(operation) };
}

/** What matters most, in this order in each format: why it fails, what is left to do, what is lost, and what is down. */
function mainGroups({ stack, operations, errors, leftover, faults = [] }: Report): Group[] {
  const breaking = (tone: Tone, rule: Rule, sayingOf: (operation: Operation) => string | undefined): Group[] => {
    const items = operations.flatMap((one): Item[] => {
      const says = sayingOf(one);
      return says === undefined ? [] : [{ rule, subject: subjectOf(one, stack), says, facts: [["", one.op]] }];
    });
    return group(tone, rule, items);
  };
  const left = [
    ...leftover.preview.map((text) => `preview: ${text}`),
    ...leftover.refresh.map((text) => `refresh: ${text}`),
  ];
  const failed = faults.filter(({ recovered }) => !recovered);
  return [
    group("bad", { title: "Errors", meaning: "of the whole update" }, statements(errors)),
    breaking("bad", REJECTED, (one) => one.rejected),
    group("bad", { title: "Not recovered", meaning: "after an interruption" }, statements(failed.map(interruption))),
    group("warn", { title: "Left to do", meaning: "after the update" }, statements(left)),
    breaking("bad", LOST, (one) => one.loses),
    breaking("warn", DOWN, ({ down }) => down && downFor(down)),
  ].flat();
}

function recoveredFaults({ faults = [] }: Report): Group[] {
  const recovered = faults.filter((fault) => fault.recovered);
  return group("info", { title: "Interrupted", meaning: "and recovered" }, statements(recovered.map(interruption)));
}

/** None without items. */
function group(tone: Tone, { title: name, meaning }: Pick<Rule, "title" | "meaning">, items: readonly Item[]): Group[] {
  return items.length === 0 ? [] : [{ title: name, meaning, tone, items }];
}

function statements(texts: readonly string[]): Item[] {
  return texts.map((says) => ({ says }));
}

function interruption({ number, exchange, recovered, differences }: FaultRun): string {
  const outcome = recovered ? "a rerun recovers" : `a rerun does not recover: ${differences.join("; ")}`;
  return `killed after write ${number}, ${exchange}: ${outcome}`;
}

/** Cost, time and requests, if the update changes anything. */
function figures(report: Report): Figure[] {
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
function title({ op, kind, name, deletesFirst }: Operation): string {
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
  const names = operations.filter((one) => one.untimed).map(({ kind, name }) => `${kind} ${name}`);
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
function effects({ rejected, loses, down }: Operation): string[] {
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
const FACTS = ["Inputs", "Time", "Monthly"] as const;

/** The inputs that change, how long it waits, and its price. */
function facts(operation: Operation): [inputs: string, waits: string, cost: string] {
  const { inputs, waits, untimed: isOpen, cost } = operation;
  const waiting = [waits.mostSec > 0 ? time(waits) : "", isOpen ? "unknown" : ""].filter(Boolean).join(" + ");
  return [inputs.join(", "), waiting, cost && cost.before !== cost.after ? priceChange(cost) : ""];
}

/** All about one change, a line each. */
function details(operation: Operation): string[] {
  const { rejected, loses, down } = operation;
  return [
    ...(rejected === undefined ? [] : rejected.split("\n").map((line) => `rejected: ${line}`)),
    ...(loses === undefined ? [] : [`lost: ${loses}`]),
    ...(down === undefined ? [] : [`down ${downFor(down)}`]),
    ...facts(operation).flatMap((fact, index) => (fact === "" ? [] : [`${FACTS[index]?.toLowerCase()}: ${fact}`])),
  ];
}
