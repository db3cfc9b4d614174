import { barChart, stackedChart } from "./chart.mjs";
import { amount, grouped, shown } from "./markdown.mjs";
import { OPERATION_NAMES } from "./operations.mjs";
import { measuredNames, secondsOf, stateRows } from "./report-tables.mjs";
import { PARTS } from "./state-bytes.mjs";

/** The charts of the first condition, by file name. */
export function chartsOf(figures) {
  const [condition] = figures.conditions;
  if (condition === undefined) return {};
  const charts = figures
    .kinds(condition)
    .map((kind) => [`seconds-${kind}.svg`, secondsChart(figures, condition, kind)]);
  return { ...Object.fromEntries(charts), "state.svg": stateChart(figures, condition) };
}

function secondsChart(figures, condition, kind) {
  const count = figures.counts(condition, kind).at(-1);
  const names = measuredNames(figures, condition, { kind, count });
  const groups = OPERATION_NAMES.map((operation) => {
    const bars = names.flatMap((name) => {
      const figure = secondsOf(figures, condition, { kind, count, contender: name }, operation);
      if (figure === undefined) return [];
      return [{ name, value: figure.median, least: figure.min, most: figure.max, text: `${shown(figure)} s` }];
    });
    return { label: operation, bars };
  });
  return barChart({ title: `Seconds, ${amount(count, kind)}`, names, groups });
}

function stateChart(figures, condition) {
  const rows = stateRows(figures, condition).map(({ kind, contender, values, total }) => {
    return { label: `${contender}, ${kind}`, values, text: `${grouped(total)} bytes` };
  });
  return stackedChart({ title: "Bytes of state for each resource", names: PARTS, rows });
}
