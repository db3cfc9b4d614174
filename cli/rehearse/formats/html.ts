import { pageOf } from "../../drift/formats/html/frame";
import type { PageSection } from "../../drift/formats/html/groups";
import type { Markup } from "../../drift/formats/html/markup";
import { markup, NOTHING, withCode } from "../../drift/formats/html/markup";
import { bannerOf, cardGroup, namedRows, tile, warningList } from "../../drift/formats/html/parts";
import { amount } from "../../plural";
import type { Operation, Report } from "../report";
import { effects, facts, FACTS, figures, headline, mainParts, otherParts, title } from "./words";
import type { Part, Statement } from "./words";

const OUTCOMES = {
  unchanged: { tone: "inSync", word: "No changes" },
  succeeds: { tone: "inSync", word: "Succeeds" },
  unclean: { tone: "incomplete", word: "Leaves changes" },
  unrecovered: { tone: "drift", word: "Does not recover" },
  fails: { tone: "drift", word: "Fails" },
} as const;

/** The colors of drift's page. */
const STATES: Readonly<Record<Part["level"], PageSection>> = {
  error: "deleted",
  warning: "modified",
  note: "unmanaged",
};

/** In the style of drift's page, and as self-contained. */
export function html(report: Report): string {
  const { accounts, operations, outcome } = report;
  const requests = accounts.reduce((sum, { readRequests }) => sum + readRequests, 0);
  const [main, parts] = [mainParts(report), otherParts(report)];
  const found = headline(report);
  return pageOf({
    title: found,
    banner: bannerOf({ ...OUTCOMES[outcome], command: "rehearse", found, requests }, report),
    results: { id: "changes", link: "Skip to the changes" },
    main: [
      main.length === 0 ? NOTHING : markup`<section aria-label="Outcome">${main.map(group)}</section>`,
      overview(report),
      operations.length === 0 ? NOTHING : changes(operations),
      ...parts.filter(({ title: name }) => name !== "Warnings").map(group),
      ...parts
        .filter(({ title: name }) => name === "Warnings")
        .map(({ statements }) => warningList(statements.map(({ text }) => text))),
    ],
  });
}

function group({ title: name, meaning, level, statements }: Part): Markup {
  return cardGroup({
    state: STATES[level],
    title: name,
    meaning,
    items: statements.map((one) => card(one, STATES[level])),
  });
}

function card({ about, text }: Statement, state: PageSection): Markup {
  return markup`<li class="finding" data-state="${state}">
${about ? resource(about) : NOTHING}
${text.split("\n").map((line) => markup`<p class="reason">${withCode(line)}</p>`)}
</li>`;
}

function resource({ op, kind, name, source }: Operation): Markup {
  const place = source ? markup`<li>${source.file}:${source.line}</li>` : NOTHING;
  return markup`<h4><span class="kind">${kind}</span> <span class="name">${name}</span></h4>
<ul class="facts"><li>${op}</li>${place}</ul>`;
}

function overview(report: Report): Markup {
  const tiles = figures(report).map(({ title: name, figure, of }) => tile(name, figure, of));
  return tiles.length === 0
    ? NOTHING
    : markup`<section class="overview" aria-label="Figures"><dl class="tiles">${tiles}</dl></section>`;
}

function changes(operations: readonly Operation[]): Markup {
  const rows = operations.map((one, index) => {
    const cells = [...facts(one), effects(one).join(", ")].map((cell) => markup`${cell}`);
    return [`${index + 1}. ${title(one)}`, ...cells] as const;
  });
  const heading = amount(operations.length, "change");
  return markup`<section id="changes" class="folded" aria-label="Changes" tabindex="-1"><h2>${heading}, in order</h2>
${namedRows("Changes", ["Change", ...FACTS, "Effect"], rows)}
</section>`;
}
