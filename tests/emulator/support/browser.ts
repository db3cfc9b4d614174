import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";
import { systemTool } from "../../support/system-tool";

/** A browser without connections to other hosts. */
const ARGUMENTS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

/** The path of Chromium; undefined if it is not installed. */
export function browserTool(): string | undefined {
  return systemTool("chromium", ["chromium", "chromium-browser", "google-chrome"]);
}

export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
