// npm run docs:pictures - creates the pictures in docs/ from real runs of the CLI against the emulator. Requires Chromium and `script`.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { preparePulumi } from "../../pulumi/cli.mjs";
import { createStack, STACK, withEmulator } from "../../quickstart/phases.mjs";
import { ensureBuilt, ensureInstalled } from "../../shared/ensure.mjs";
import { projectFolder } from "../../shared/paths.mjs";
import { main, say } from "../../shared/script.mjs";
import { lifeOnThePage, scanDriftedShop, shopBeforeRelease, SHOP_STACK, tokensFile } from "./scenes.mjs";

const DOCS = path.join(projectFolder, "docs");
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];
const BROWSER_ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
/** An instance takes 40 seconds, a database 22 minutes, and a minute of these one second. */
const AS_LONG_AS_REAL = ["--provision-ms", "40000", "--database-provision-ms", "1320000", "--time-scale", "60"];

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { recordTerminal, terminalSvg } = await import("./terminal.mjs");
  const bin = await preparePulumi();
  mkdirSync(path.join(DOCS, "pictures"), { recursive: true });

  await withEmulator({ bin }, async (pulumi) => {
    await createStack(pulumi);
    const command = ["pulumi", "up", "--yes", "--stack", STACK];
    const lines = await recordTerminal(command, { cwd: projectFolder, env: pulumi.env });
    written("pictures/up.svg", terminalSvg(lines.slice(lines.findIndex(({ text }) => text.startsWith("Updating")))));
  });

  await withEmulator({ bin, options: ["--provision-ms", "20000"] }, async (pulumi) => {
    await lifeOnThePage(pulumi);
    const page = new URL("/_emulator/", pulumi.emulator.url).href;
    written("pictures/live-page.webp", await screenshot(page, { width: 1_280, height: 760, shows: "li[data-id]" }));
  });

  await withEmulator({ bin, stack: SHOP_STACK, options: ["--tokens", tokensFile()] }, async (pulumi) => {
    const folder = await scanDriftedShop(pulumi);
    const page = `file://${path.join(folder, "drift.html")}`;
    written("guide/drift/report.webp", await screenshot(page, { width: 1_000, height: 950 }));
    say(`The report in its other formats, for the samples of docs/guide/drift/formats.md: ${folder}`);
  });

  const released = { bin, stack: SHOP_STACK, options: ["--tokens", tokensFile(), ...AS_LONG_AS_REAL] };
  await withEmulator(released, async (pulumi) => {
    const { command, ...options } = await shopBeforeRelease(pulumi);
    written("pictures/rehearse.svg", terminalSvg(await recordTerminal(command, options)));
  });
  return 0;
});

function written(name, contents) {
  writeFileSync(path.join(DOCS, name), contents);
  say(`docs/${name}: ${Math.ceil(contents.length / 1000)} kB`);
}

/** A picture of a page in WebP, which takes less than half of a PNG, once the selector `shows` is visible. */
async function screenshot(url, { width, height, shows = "body" }) {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: BROWSER_ARGUMENTS });
  try {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: "light" });
    await page.goto(url);
    await page.locator(shows).first().waitFor();
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 80 });
    return Buffer.from(data, "base64");
  } finally {
    await browser.close();
  }
}

function chromiumPath() {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  const files = folders.flatMap((folder) => BROWSERS.map((command) => path.join(folder, command)));
  const found = process.env.CHROMIUM || files.find((file) => existsSync(file));
  if (!found) throw new Error(`${BROWSERS.join(" or ")} is not on PATH. Install it, or set CHROMIUM to its path.`);
  return found;
}
