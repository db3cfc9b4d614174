import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "../support/files-below";

const PROJECT = path.join(__dirname, "../..");
const FOLDERS = ["docs", "examples", "templates", "drift-action"];
const LONGEST_LINE = 120;

const pages = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md"],
  ...FOLDERS.flatMap((folder) => filesBelow(path.join(PROJECT, folder)))
    .map((file) => path.relative(PROJECT, file))
    .filter((file) => file.endsWith(".md") && !file.includes("node_modules")),
];

const textOf = (page: string): string => readFileSync(path.join(PROJECT, page), "utf8");
const withoutCode = (text: string): string => text.replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, "");

/** Targets of links and images in this repository. */
function linksIn(page: string): string[] {
  const targets = Array.from(withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g), ([, target = ""]) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchor that a heading has on the usual hosts. */
function anchorOf(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
}

function anchorsIn(page: string): string[] {
  return Array.from(textOf(page).matchAll(/^#+ +(.*?) *$/gm), ([, heading = ""]) => anchorOf(heading));
}

function isFound(page: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? page : path.join(path.dirname(page), decodeURI(file));
  // A directory is a page only on a host that shows it as one.
  if (!existsSync(path.join(PROJECT, target)) || !statSync(path.join(PROJECT, target)).isFile()) return false;
  if (anchor === undefined) return true;
  return anchorsIn(target).includes(anchor);
}

test.each(pages)("every link in %s resolves", (page) => {
  expect(linksIn(page).filter((link) => !isFound(page, link))).toEqual([]);
});

test("a message that refers to a page names where the installed package has it", () => {
  const sources = ["provider", "cli", "emulator"].flatMap((folder) => filesBelow(path.join(PROJECT, folder)));
  const code = sources.map((file) => readFileSync(file, "utf8").replace(/^\s*(\/?\*|\/\/).*$/gm, ""));
  const named = code.flatMap((text) => text.match(/[\w./-]*\bdocs\/[\w./-]+\.md[\w#-]*/g) ?? []);
  const installed = "node_modules/pulumi-compute/";
  expect(named).not.toEqual([]);
  expect(named.filter((link) => !link.startsWith(installed))).toEqual([]);
  expect(named.filter((link) => !isFound("README.md", link.slice(installed.length)))).toEqual([]);
});

test("the docs index links every page of the guide and the reference", () => {
  const named = linksIn("docs/README.md").map((link) => path.join("docs", link));
  const own = pages.filter((page) => ["docs/guide", "docs/reference"].includes(path.dirname(page)));
  expect(own.filter((page) => !named.includes(page))).toEqual([]);
});

test("the README is short and fits in a terminal", () => {
  const lines = textOf("README.md").trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(110);
  expect(lines.filter(({ length }) => length > LONGEST_LINE)).toEqual([]);
});
