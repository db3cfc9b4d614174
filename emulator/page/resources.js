import { byId, element, renderList, setText } from "./dom.js";
import { rowOf } from "./row.js";
import { layOut } from "./widths.js";
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
  const rest = element("p", { class: "rest soft" });
  const headings = ["Status", "Name", ...facts].map((text) => element("span", {}, text));
  const columns = element("div", { class: "columns", "aria-hidden": "true" }, ...headings);
  columns.append(element("span", { class: "id" }, "Id"));
  const title = element("h3", {}, `${heading} `, count);
  const node = element("section", { class: "card kind", "data-kind": kind, "aria-label": heading });
  node.append(element("div", { class: "bar" }, title, statuses), columns, rows, rest);
  const arrange = layOut(node, rows);
  const update = (section) => {
    arrange(section);
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

function statusCount([status]) {
  const number = element("b");
  const node = element("li", { "data-tone": toneOf(status) }, number, ` ${readable(status)}`);
  return { node, update: ([, count]) => setText(number, count.toLocaleString("en")) };
}
