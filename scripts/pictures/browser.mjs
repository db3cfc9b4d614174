import { existsSync } from "node:fs";
import path from "node:path";

import { chromium } from "playwright-core";

const COMMANDS = ["chromium", "chromium-browser", "google-chrome"];
const ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];

/** Gives `use` a function that takes a picture of a page: `picture(url, { viewport, shows })`, where `shows` must be seen first. */
export async function withBrowser(use) {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ARGUMENTS });
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
  const files = folders.flatMap((folder) => COMMANDS.map((command) => path.join(folder, command)));
  const found = process.env.CHROMIUM || files.find((file) => existsSync(file));
  if (!found) throw new Error(`${COMMANDS.join(" or ")} is not on PATH: install it, or set CHROMIUM to its path.`);
  return found;
}
