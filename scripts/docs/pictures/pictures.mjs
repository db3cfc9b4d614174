// npm run docs:pictures - creates the pictures in docs/ from real runs of the CLI against the emulator. Requires Chromium and `script`.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { preparePulumi } from "../../pulumi/cli.mjs";
import { createLocalBackend, forgetStack } from "../../pulumi/local-backend.mjs";
import { runningQuickstart, startEmulator, stopEmulator } from "../../quickstart/emulator.mjs";
import { createStack, PulumiRuns, STACK } from "../../quickstart/phases.mjs";
import { ensureBuilt, ensureInstalled } from "../../shared/ensure.mjs";
import { localFolder, projectFolder } from "../../shared/paths.mjs";
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

  await withStack(STACK, [], bin, async (pulumi) => {
    await createStack(pulumi);
    const command = ["pulumi", "up", "--yes", "--stack", STACK];
    const lines = await recordTerminal(command, { cwd: projectFolder, env: pulumi.env });
    written("pictures/up.svg", terminalSvg(lines.slice(lines.findIndex(({ text }) => text.startsWith("Updating")))));
  });

  await withStack(STACK, ["--provision-ms", "20000"], bin, async (pulumi) => {
    await lifeOnThePage(pulumi);
    const page = new URL("/_emulator/", pulumi.emulator.url).href;
    const options = { viewport: { width: 1_280, height: 760 }, shows: "li[data-id]" };
    written("pictures/live-page.png", await withBrowser((picture) => picture(page, options)));
  });

  await withStack(SHOP_STACK, ["--tokens", tokensFile()], bin, async (pulumi) => {
    const folder = await scanDriftedShop(pulumi);
    const page = `file://${path.join(folder, "drift.html")}`;
    written(
      "guide/drift/report.png",
      await withBrowser((picture) => picture(page, { viewport: { width: 1_000, height: 950 } })),
    );
    say(`The report in its other formats, for the samples of docs/guide/drift/formats.md: ${folder}`);
  });

  await withStack(SHOP_STACK, ["--tokens", tokensFile(), ...AS_LONG_AS_REAL], bin, async (pulumi) => {
    const { command, ...options } = await shopBeforeRelease(pulumi);
    written("pictures/rehearse.svg", terminalSvg(await recordTerminal(command, options)));
  });
  return 0;
});

/** Runs `use` with a new emulator and a new stack, and removes both afterwards. */
async function withStack(stack, emulatorOptions, bin, use) {
  if (runningQuickstart()) throw new Error("A quickstart is already running in this clone. Wait for it, or stop it.");
  await stopEmulator();
  forgetStack(stack);
  createLocalBackend();
  mkdirSync(localFolder, { recursive: true });
  try {
    await use(new PulumiRuns(bin, await startEmulator(emulatorOptions)));
  } finally {
    await stopEmulator();
    forgetStack(stack);
  }
}

function written(name, contents) {
  writeFileSync(path.join(DOCS, name), contents);
  say(`docs/${name}: ${Math.ceil(contents.length / 1000)} kB`);
}

/** Passes `use` a function that takes a screenshot: `picture(url, { viewport, shows })`. It waits until the selector `shows` is visible. */
async function withBrowser(use) {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: BROWSER_ARGUMENTS });
  try {
    return await use(async (url, { viewport, shows = "body" }) => {
      const page = await browser.newPage({ viewport, colorScheme: "light" });
      await page.goto(url);
      await page.locator(shows).first().waitFor();
      return await page.screenshot();
    });
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
