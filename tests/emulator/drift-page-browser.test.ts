import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { FORMATS } from "../../cli/drift/formats";
import type { Report } from "../../cli/drift/report";
import { CLEAN, DRIFTED, HOSTILE, largeReport } from "../support/drift-reports";
import { describeWith } from "../support/system-tool";
import { temporaryFolder } from "../support/temporary-folder";
import { browserTool, launch } from "./support/browser";

describeWith(browserTool(), "the page of a drift report in a browser", (executablePath) => {
  let browser: Browser;
  let page: Page;
  let problems: string[];
  let requests: string[];

  beforeAll(async () => {
    browser = await launch(executablePath);
  });

  afterAll(() => browser.close());

  beforeEach(() => {
    problems = [];
    requests = [];
  });

  afterEach(async () => {
    await page.context().close();
    expect(problems).toEqual([]);
  });

  async function open(report: Report, options: BrowserContextOptions = {}): Promise<string> {
    const folder = temporaryFolder({ "report.html": FORMATS.html(report, { color: false, columns: 80 }) });
    page = await (await browser.newContext(options)).newPage();
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => problems.push(message.text()));
    page.on("request", (request) => requests.push(request.url()));
    page.on("dialog", (dialog) => problems.push(dialog.message()));
    const url = pathToFileURL(path.join(folder, "report.html")).href;
    await page.goto(url);
    return url;
  }

  const matches = () => page.getByRole("status").textContent();
  const visible = () => page.locator(".finding:visible .name").allTextContents();
  const colour = (selector: string, property: string) =>
    page.evaluate(`getComputedStyle(document.querySelector("${selector}")).${property}`);

  test("loads nothing but itself", async () => {
    const url = await open(DRIFTED);
    await page.getByLabel("Search").fill("web");
    expect(requests).toEqual([url]);
  });

  test("shows every finding at first", async () => {
    await open(DRIFTED);
    expect(await visible()).toHaveLength(DRIFTED.findings.length);
    expect(await matches()).toBe("All 11 findings are shown.");
  });

  test("is searched for words in names, values and people", async () => {
    await open(DRIFTED);
    await page.getByLabel("Search").fill("203.0.113.99");
    expect(await visible()).toEqual(["shop.example.com"]);
    await page.getByLabel("Search").fill("J.DOE linode_update");
    expect(await visible()).toEqual(["web-1"]);
    expect(await matches()).toBe("1 of 11 findings are shown.");
    await page.getByLabel("Search").fill("nothing like it");
    expect(await visible()).toEqual([]);
    expect(await matches()).toBe("No finding is like that.");
    expect(await page.locator(".group:visible").count()).toBe(0);
  });

  test("is filtered by state, kind and stack together, and shows all again", async () => {
    await open(DRIFTED);
    await page.getByLabel("Kind").selectOption("Instance");
    expect(await visible()).toEqual(["web-1", "debug-please-delete", "worker", "legacy-batch"]);
    await page.getByLabel("Stack or account").selectOption("acme/shop/staging");
    expect(await visible()).toEqual(["worker", "legacy-batch"]);
    await page.getByRole("checkbox", { name: "Suppressed 2" }).uncheck();
    expect(await visible()).toEqual(["worker"]);
    await page.getByRole("button", { name: "Show all" }).click();
    expect(await visible()).toHaveLength(DRIFTED.findings.length);
  });

  test("can be used with the keyboard alone, and shows where one is", async () => {
    await open(DRIFTED);
    const focused = () => page.evaluate("document.activeElement.textContent.trim() || document.activeElement.name");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("To the findings");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.value")).toBe("modified");
    expect(await colour(":focus", "outlineStyle")).toBe("solid");
    await page.keyboard.press("Space");
    expect(await matches()).toBe("8 of 11 findings are shown.");
    await page.keyboard.press("Space");
    for (let step = 0; step < 6; step += 1) await page.keyboard.press("Tab");
    expect(await focused()).toBe("text");
    await page.keyboard.type("web-1");
    await page.keyboard.press("Enter");
    expect(await visible()).toEqual(["web-1"]);
    for (let step = 0; step < 4; step += 1) await page.keyboard.press("Tab");
    expect(await focused()).toBe("Commands that end this (3)");
    await page.keyboard.press("Enter");
    expect(await page.getByText("pulumi refresh --stack acme/shop/production").isVisible()).toBe(true);
  });

  test("has names and roles for those who do not see it", async () => {
    await open(DRIFTED);
    for (const role of ["banner", "main", "search"] as const) expect(await page.getByRole(role).count()).toBe(1);
    for (const name of ["Figures", "Warnings", "Findings", "What was looked at"]) {
      expect(await page.getByRole("region", { name, exact: true }).count()).toBe(1);
    }
    const first = page.locator(".finding").first();
    expect(await first.getByRole("table", { name: "Properties that differ" }).count()).toBe(1);
    expect(await first.getByRole("rowheader").allTextContents()).toEqual(["label", "alerts", "tags", "rootPass"]);
    const unnamed = await page.evaluate(
      `Array.from(document.querySelectorAll("input, select")).filter(({ labels }) => labels.length !== 1).length`,
    );
    expect(unnamed).toBe(0);
    const levels = await page.locator("h1, h2, h3, h4").evaluateAll((all) => all.map(({ tagName }) => tagName[1]));
    expect(levels.filter((level, index) => Number(level) > Number(levels[index - 1] ?? 0) + 1)).toEqual([]);
  });

  test("is dark where the system is", async () => {
    await open(DRIFTED, { colorScheme: "dark" });
    expect(await colour("body", "backgroundColor")).toBe("rgb(13, 20, 27)");
    await page.emulateMedia({ colorScheme: "light" });
    expect(await colour("body", "backgroundColor")).toBe("rgb(244, 245, 247)");
  });

  test("is a page without filters where no script runs", async () => {
    await open(DRIFTED, { javaScriptEnabled: false });
    expect(await visible()).toHaveLength(DRIFTED.findings.length);
    expect(await page.getByLabel("Search").isVisible()).toBe(false);
  });

  test("is printed with everything open and without filters", async () => {
    await open(DRIFTED, { colorScheme: "dark" });
    await page.evaluate(`dispatchEvent(new Event("beforeprint"))`);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByText("pulumi-compute import --instance 20417").isVisible()).toBe(true);
    expect(await page.getByLabel("Search").isVisible()).toBe(false);
    expect(await colour(".finding", "backgroundColor")).toBe("rgb(255, 255, 255)");
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
  });

  test("needs no scrolling to the side on a telephone", async () => {
    await open(DRIFTED, { viewport: { width: 360, height: 740 } });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });

  test("shows what people typed as text", async () => {
    const findings = HOSTILE.findings.filter(({ label = "" }) => label.length < 1_000);
    await open({ ...HOSTILE, findings });
    expect(await page.locator("img, .finding script, .finding b:not(.change b)").count()).toBe(0);
    expect(await page.locator(".finding").count()).toBe(findings.length);
    await page.getByLabel("Search").fill(`<img src=x`);
    expect(await visible()).toHaveLength(2);
  });

  test("says that all is well where it is", async () => {
    await open(CLEAN);
    expect(await page.getByText("Everything that was looked at is as the stacks say.").isVisible()).toBe(true);
    await page.locator("summary", { hasText: "6 resources in sync" }).click();
    expect(await page.getByRole("cell", { name: "staging.example.com" }).isVisible()).toBe(true);
  });

  test("finds one of a thousand", async () => {
    await open(largeReport(1_000));
    await page.getByLabel("Search").fill("web-777");
    expect(await visible()).toEqual(["web-777"]);
  });
});
