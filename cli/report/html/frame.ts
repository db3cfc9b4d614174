import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Markup, markup, NOTHING } from "./markup";

const PAGE = join(__dirname, "page");
/** That of the emulator's dashboard. */
const SHARED = join(__dirname, "..", "..", "..", "emulator", "page", "shared.css");

interface PageContents {
  readonly title: string;
  readonly banner: Markup;
  /** ID of the section with the results. */
  readonly results: string;
  readonly parts: readonly Markup[];
}

/** A self-contained page that sends no requests. Its policy allows only its own style and script. */
export function pageOf({ title, banner, results, parts }: PageContents): string {
  const style = `\n${readFileSync(SHARED, "utf8")}${readFileSync(join(PAGE, "page.css"), "utf8")}`;
  const main = markup`${parts}`;
  // Nothing else needs the script.
  const code = main.text.includes('<form id="filters"')
    ? `\n${readFileSync(join(PAGE, "page.js"), "utf8")}`
    : undefined;
  const scripts = code === undefined ? "'none'" : hashOf(code);
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${scripts}; base-uri 'none'; form-action 'none'`;
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#${results}">Skip to the ${results}</a>
${banner}
<main>
${main}
</main>
${code === undefined ? NOTHING : markup`<script>${new Markup(code)}</script>`}
</body>
</html>`;
  return `${page.text}\n`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
