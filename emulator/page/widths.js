import { element } from "./dom.js";
import { readable } from "./words.js";

const GAP_PX = 12;
/** Beside the columns: the arrow and the padding of a line. */
const EDGES_PX = 29;
/** The dot and the padding of a status. */
const STATUS_PX = 36;
/** A longer text has several lines anyway. */
const LONGEST_TEXT = 200;
/** A longer word may wrap after its hyphens. */
const LONGEST_WORD = 24;

/**
 * Arranges the rows of a section as a table in which each column has room for its longest word, and for more if others don't need it.
 * Where that does not fit, each row becomes a block.
 * @returns to be called with the section's new contents
 */
export function layOut(node, rowList) {
  let needed = 0;
  const fit = () => node.classList.toggle("narrow", rowList.clientWidth < needed);
  new ResizeObserver(fit).observe(node);
  return ({ facts, rows }) => {
    const column = (heading, kind, textOf) => widthsOf(heading, kind, [...new Set(rows.map(textOf))]);
    const status = column("Status", "status", (row) => readable(row.status ?? ""));
    const name = column("Name", "title", (row) => row.title);
    const others = facts.map((fact, index) => column(fact, "fact", (row) => row.facts[index]));
    const id = column("Id", "id", (row) => String(row.id));
    const isStateless = rows.every((row) => row.status === null);
    const columns = [...(isStateless ? [] : [status]), name, ...others, id];
    needed = columns.reduce((sum, { least }) => sum + least + GAP_PX, EDGES_PX - GAP_PX);
    node.style.setProperty("--widths", columns.map(({ least, most }) => `minmax(${least}px, ${most}px)`).join(" "));
    node.style.setProperty("--name", `${name.least}px`);
    node.classList.toggle("stateless", isStateless);
    fit();
  };
}

/** The least and the most width of a column. A status never wraps. */
function widthsOf(heading, kind, texts) {
  const padding = kind === "status" ? STATUS_PX : 0;
  const whole = texts.map((text) => text.slice(0, LONGEST_TEXT));
  const words = kind === "status" ? whole : whole.flatMap(wordsIn);
  const widest = (all) => Math.max(widthOf(heading, "fact"), ...all.map((text) => widthOf(text, kind) + padding));
  return { least: widest(words), most: widest(whole) };
}

function wordsIn(text) {
  return text.split(/\s/).flatMap((word) => (word.length > LONGEST_WORD ? word.split(/(?<=-)/) : [word]));
}

const pen = document.createElement("canvas").getContext("2d");
const fonts = new Map();

/** The width of a text with a class, in pixels. */
function widthOf(text, kind) {
  if (!fonts.has(kind)) fonts.set(kind, fontOf(kind));
  pen.font = fonts.get(kind);
  return Math.ceil(pen.measureText(text).width) + 1;
}

function fontOf(kind) {
  const sample = element("span", { class: kind });
  document.body.append(sample);
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(sample);
  sample.remove();
  return `${fontWeight} ${fontSize} ${fontFamily}`;
}
