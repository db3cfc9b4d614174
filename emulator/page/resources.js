import { byId, element, renderList, setText } from "./dom.js";
import { rowOf } from "./row.js";
import { readable, toneOf } from "./words.js";

/** Shows the resources by type. */
export function showResources(kinds, find) {
  const present = kinds.filter((kind) => kind.total > 0);
  const found = present.filter((kind) => kind.found > 0);
  renderList(byId("kinds"), found, ({ kind }) => kind, sectionOf);
  byId("welcome").hidden = present.length > 0;
  byId("unfound").hidden = present.length === 0 || found.length > 0;
  setText(byId("unfound"), `Nothing matches “${find}”.`);
  const absent = kinds.filter((kind) => kind.total === 0).map(({ heading }) => heading);
  byId("absent").hidden = present.length === 0 || absent.length === 0;
  setText(byId("absent"), `None yet: ${absent.join(", ")}.`);
}

/** The resources of one type. Resources that belong to another one are shown inside it, in the same way. */
function sectionOf({ kind, heading, facts }) {
  const count = element("span", { class: "count" });
  const statuses = element("ul", { class: "statuses" });
  const rows = element("ul", { class: "rows" });
  const rest = element("p", { class: "rest" });
  const headings = ["Status", "Name", ...facts].map((text) => element("span", {}, text));
  const columns = element("div", { class: "columns", "aria-hidden": "true" }, ...headings);
  columns.append(element("span", { class: "id" }, "Id"));
  const title = element("h3", {}, `${heading} `, count);
  const node = element("section", { class: "card kind", "data-kind": kind, "aria-label": heading });
  node.append(element("div", { class: "bar" }, title, statuses), columns, rows, rest);
  const update = (section) => {
    node.style.setProperty("--widths", widthsOf(section));
    node.style.setProperty("--status", statusWidthOf(section));
    node.classList.toggle(
      "stateless",
      section.rows.every(({ status }) => status === null),
    );
    const { total, found } = section;
    setText(count, found === total ? total.toLocaleString("en") : `${found.toLocaleString("en")} of ${total}`);
    renderList(statuses, Object.entries(section.statuses), ([status]) => status, statusCount);
    renderList(
      rows,
      section.rows.map((row) => ({ row, section })),
      ({ row }) => row.id,
      (item) => rowOf(item, sectionOf),
    );
    rest.hidden = found <= section.rows.length;
    setText(rest, `Showing the newest ${section.rows.length}. Search for the others.`);
  };
  return { node, update };
}

/** Each column gets a share of the width that fits its contents. */
function widthsOf({ facts, rows }) {
  const share = (least, most, texts) => {
    const longest = Math.max(...texts.map((text) => text.length));
    return `minmax(0, ${Math.min(Math.max(longest, least), most)}fr)`;
  };
  const titles = rows.map(({ title }) => title);
  const names = share(14, 30, titles);
  const others = facts.map((fact, index) => share(5, 19, [fact, ...rows.map((row) => row.facts[index])]));
  return [names, ...others].join(" ");
}

/** The estimated width of the longest status, with its dot and padding. */
function statusWidthOf({ rows }) {
  const lengths = rows.map(({ status }) => readable(status ?? "").length);
  return `${0.53 * Math.max(8, ...lengths) + 2.1}rem`;
}

function statusCount([status]) {
  const number = element("b");
  const node = element("li", { "data-tone": toneOf(status) }, number, ` ${readable(status)}`);
  return { node, update: ([, count]) => setText(number, count.toLocaleString("en")) };
}
