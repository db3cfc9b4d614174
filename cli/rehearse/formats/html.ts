import { Markup, markup } from "../../drift/formats/html/markup";
import type { Report } from "../report";
import { facts, figures, headline, notes, remarks, title } from "./words";

const STYLE =
  "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}table{border-collapse:collapse;width:100%}" +
  "th,td{border-bottom:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}td:nth-child(5){text-align:right}";

/** One file without scripts or requests. */
export function html(report: Report): string {
  const rows = report.operations.map(
    (operation, index) =>
      markup`<tr><td>${index + 1}</td><td>${title(operation)}</td>${facts(operation).map((fact) => markup`<td>${fact}</td>`)}<td>${notes(operation).map((note) => markup`<div>${note}</div>`)}</td></tr>`,
  );
  const head = markup`<tr><th></th><th>Change</th><th>Inputs</th><th>Time</th><th>Monthly</th><th></th></tr>`;
  const items = [...figures(report), ...remarks(report)].map((text) => markup`<li>${text}</li>`);
  const page = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rehearsal of ${report.stack}</title><style>${new Markup(STYLE)}</style></head>
<body><h1>${headline(report)}</h1>
<table>${head}${rows}</table>
<ul>${items}</ul>
<p>${report.tool.name} ${report.tool.version}, ${report.startedAt}</p></body></html>
`;
  return page.text;
}
