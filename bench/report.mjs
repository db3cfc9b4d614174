import { readFileSync } from "node:fs";
import path from "node:path";

import * as prettier from "prettier";

import { projectFolder } from "../scripts/shared/paths.mjs";
import { grouped, shown, table } from "./markdown.mjs";
import { OPERATION_NAMES } from "./operations.mjs";
import { byClass, CLASSES } from "./requests.mjs";
import { PARTS } from "./state-bytes.mjs";
import { spread } from "./statistics.mjs";

const PAGE = path.join(projectFolder, "docs", "reference", "benchmarks.md");
const RESULTS = path.join(projectFolder, "docs", "reference", "benchmarks", "results.json");
const GENERATED = /(<!-- Tables: .*? -->\n)[^]*(<!-- The end of the tables. -->)/;
const OURS = "ours";

/** The figures of a life that are not those of one operation: the name of the column, its digits, and the figure. */
const OTHERS = [
  ["processor, s", 1, ({ operations }) => total(Object.values(operations).map(({ cpuSec }) => cpuSec))],
  ["provider, s", 1, ({ operations }) => total(ofProvider(operations, "cpuSec"))],
  ["provider, MB", 0, ({ operations }) => spread(ofProvider(operations, "peakMb"))?.max],
  ["plugin start, s", 2, ({ pluginStartSec }) => pluginStartSec],
  ["boot noticed after, s", 1, ({ noticedSec }) => noticedSec?.median],
  ["state, bytes", 0, ({ state }) => state?.perResource],
  ...PARTS.map((part) => [part, 0, ({ state }) => state?.parts[part]]),
  ["state file, bytes", 0, ({ state }) => state?.stored && state.stored / state.resources],
];

/** The docs page with the tables of these files of results, and the results, by path. Without files, those that it already shows. */
export async function reportFiles(files) {
  const runs = (files.length === 0 ? [RESULTS] : files).flatMap((file) => JSON.parse(readFileSync(file, "utf8")).runs);
  const page = readFileSync(PAGE, "utf8").replace(GENERATED, (_, start, end) => `${start}\n${tables(runs)}\n\n${end}`);
  return {
    [PAGE]: await formatted(PAGE, page),
    [RESULTS]: await formatted(RESULTS, JSON.stringify({ runs })),
  };
}

/** All tables of the runs, as Markdown. */
export function tables(runs) {
  const lives = runs.flatMap(({ lives, contenders, ...run }) =>
    lives.map((life) => {
      const { asksService } = contenders.find(({ name }) => name === life.contender);
      return { ...life, asksService, variant: run.variant, condition: conditionOf({ ...run, ...life }) };
    }),
  );
  const says = new Map();
  for (const { name, says: text } of runs.flatMap((run) => run.contenders)) {
    if (!says.has(name)) says.set(name, `- \`${name}\`: ${text}`);
  }
  const contenders = [...says.keys()];
  const ratios = [];
  const sections = unique(lives.map(({ condition }) => condition)).flatMap((condition) => {
    const own = lives.filter((life) => life.condition === condition);
    return unique(own.map(({ kind }) => kind)).flatMap((kind) => {
      const counts = unique(own.filter((life) => life.kind === kind).map(({ count }) => count)).sort((a, b) => a - b);
      const rows = counts.flatMap((count) =>
        contenders
          .map((contender) => ({ count, contender, lives: within(lives, own[0], { kind, count, contender }) }))
          .filter((row) => row.lives.length > 0),
      );
      const isOwn = ({ lives: [life] }) => life.condition === condition;
      for (const row of rows.filter(isOwn)) ratios.push(...ratiosOf(rows, row));
      return [`### ${kind}, ${condition}`, secondsTable(rows), requestsTable(rows), othersTable(rows)];
    });
  });
  const list = [...says.values()].join("\n");
  const contents = [verdicts(contenders, ratios), ...troubles(runs), list, machines(runs), ...sections];
  return contents.join("\n\n");
}

/** A contender that sends no requests has the same lives at every boot time, latency and rate limit. */
function within(lives, { condition, variant }, { kind, count, contender }) {
  return lives
    .filter((life) => life.kind === kind && life.count === count && life.contender === contender)
    .filter((life) => (life.asksService ? life.condition === condition : life.variant === variant));
}

/** Wall time, and the ratio of ours to each other contender. */
function secondsTable(rows) {
  return byOperation("seconds", rows, (row, name) => {
    if (row.lives.some(({ failed }) => failed?.operation === name)) return "failed";
    const ratio = ratiosOf(rows, row).find(({ operation }) => operation === name);
    return `${shown(secondsOf(row, name))}${ratio === undefined ? "" : ` _${ratio.value.toFixed(2)}_`}`;
  });
}

/** Requests by class, including those with the response 429. */
function requestsTable(rows) {
  const asking = rows.filter(({ lives }) => lives[0].asksService);
  return byOperation("requests", asking, ({ lives }, name) => {
    const measured = lives.flatMap(({ operations }) => operations[name] ?? []);
    if (measured.length === 0) return "–";
    const median = (figureOf) => spread(measured.map(figureOf)).median;
    const classes = CLASSES.map((one) => [median(({ byRoute }) => byClass(byRoute)[one]), one]);
    const refused = [median((one) => one.refused), "with 429"];
    const named = [...classes, refused]
      .filter(([count]) => count > 0)
      .map(([count, one]) => `${grouped(count)} ${one}`);
    return named.join(", ") || "0";
  });
}

function othersTable(rows) {
  const figure = ({ lives }, figureOf) => spread(lives.map(figureOf));
  const columns = OTHERS.filter(([, , figureOf]) => rows.some((row) => figure(row, figureOf) !== undefined));
  const body = rows.map((row) => [
    ...[grouped(row.count), row.contender],
    ...columns.map(([, digits, figureOf]) => {
      const median = figure(row, figureOf)?.median;
      return median === undefined ? "–" : digits === 0 ? grouped(median) : median.toFixed(digits);
    }),
  ]);
  return table(["N", "all operations", ...columns.map(([name]) => name)], body, 2);
}

function byOperation(what, rows, cell) {
  const body = rows.map((row) => [
    grouped(row.count),
    row.contender,
    ...OPERATION_NAMES.map((name) => cell(row, name)),
  ]);
  return table(["N", what, ...OPERATION_NAMES], body, 2);
}

function ratiosOf(rows, { count, contender, ...row }) {
  const ours = rows.find((one) => one.contender === OURS && one.count === count);
  if (contender === OURS || ours === undefined) return [];
  return OPERATION_NAMES.flatMap((operation) => {
    const [one, other] = [secondsOf(ours, operation), secondsOf(row, operation)];
    if (one === undefined || other === undefined) return [];
    return [
      {
        contender,
        operation,
        value: one.median / other.median,
        at: `${operation}, ${cellOf(row.lives[0])}`,
      },
    ];
  });
}

/** For each other contender: in how many medians ours takes longer, and the worst and best ratio. */
function verdicts(contenders, ratios) {
  const rows = contenders.flatMap((name) => {
    const known = ratios.filter(({ contender }) => contender === name).sort((a, b) => b.value - a.value);
    if (known.length === 0) return [];
    const inWords = ({ value, at }) => `${value.toFixed(2)} (${at})`;
    const slower = known.filter(({ value }) => value > 1).length;
    return [[`ours / ${name}`, `${slower} of ${known.length}`, inWords(known[0]), inWords(known.at(-1))]];
  });
  return table(["", "ours takes longer", "the worst ratio", "the best ratio"], rows);
}

function troubles(runs) {
  const failed = runs.flatMap((run) =>
    run.lives.flatMap((life) =>
      life.failed === undefined
        ? []
        : [
            `- failed: \`${life.contender}\`, ${cellOf(life)}, ${conditionOf({ ...run, ...life })}: ${life.failed.reason}`,
          ],
    ),
  );
  const leftOut = runs.flatMap((run) =>
    run.leftOut.map(
      (cell) => `- left out, because of rate limits: ${cellOf(cell)}, ${conditionOf({ ...run, ...cell })}`,
    ),
  );
  return failed.length + leftOut.length === 0 ? [] : [[...failed, ...leftOut].join("\n")];
}

function machines(runs) {
  const rows = runs.map(({ started, machine, load, rounds, variant }) => [
    started.slice(0, 10),
    `${machine.cores} cores, ${machine.processor}, ${machine.memoryGb} GB, ${machine.system}`,
    `${machine.node}, ${machine.pulumi}, ${machine.sdk}`,
    ...[rounds, load?.toFixed(1), variant || "–"],
  ]);
  return table(["date", "machine", "Node, Pulumi CLI, Pulumi SDK", "rounds", "load at the start", "variant"], rows, 3);
}

function cellOf({ count, kind }) {
  return kind === "zone" ? `zone of ${grouped(count)}` : `${grouped(count)} ${kind}`;
}

function conditionOf({ variant, bootSec, latencyMs, limits }) {
  const boot = bootSec > 0 ? [`${bootSec} s to boot`] : [];
  const all = [`${latencyMs} ms latency`, `limits ${limits ? "on" : "off"}`, ...boot, ...(variant ? [variant] : [])];
  return all.join(", ");
}

function secondsOf({ lives }, operation) {
  return spread(lives.map(({ operations }) => operations[operation]?.seconds));
}

function ofProvider(operations, figure) {
  return Object.values(operations).map(({ processes }) => processes.provider?.[figure]);
}

function total(values) {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
}

function unique(values) {
  return [...new Set(values)];
}

async function formatted(file, content) {
  return await prettier.format(content, { ...(await prettier.resolveConfig(file)), filepath: file });
}
