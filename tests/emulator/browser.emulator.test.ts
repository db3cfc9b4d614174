import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { FORMATS } from "../../cli/drift/as-report";
import type { Report } from "../../cli/drift/report";
import { DRIFTED } from "../support/drift-reports";
import { describeWith, systemTool } from "../support/system-tool";
import { temporaryFolder } from "../support/temporary-folder";
import { DEBIAN, DOMAIN, PROVISION_MS, start } from "./support/client";
import type { Started } from "./support/client";

/** A browser without connections to other hosts. */
const ARGUMENTS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

const CHROMIUM = systemTool("chromium", ["chromium", "chromium-browser", "google-chrome"]);

/** The page shows a change within a second; the machine may be busy. */
const PATIENCE_MS = 60_000;

/** An expression: words on two lines, paths that begin below their time, and what is wider than the page. */
const BROKEN = `(() => {
  const lines = (node, start, end) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
  };
  const texts = Array.from(document.querySelectorAll(":is(.title, .fact, .id, .status)"), ({ firstChild }) => firstChild);
  const broken = texts.flatMap((node) =>
    Array.from(node?.textContent.matchAll(/[^\\s-]+/g) ?? [])
      .filter(({ 0: word, index }) => lines(node, index, index + word.length) > 1)
      .map(({ 0: word }) => word));
  const top = (node) => Math.round(node.getBoundingClientRect().top);
  const below = Array.from(document.querySelectorAll(".request"))
    .filter((node) => top(node.querySelector(".path")) > top(node.querySelector("time")) + 2)
    .map(({ textContent }) => textContent);
  const isWide = document.documentElement.scrollWidth > innerWidth;
  return [...broken, ...below, ...(isWide ? ["the page"] : [])];
})()`;

const MONGO = { label: "orders-of-the-shop", region: "us-east", type: "g6-nanode-1", engine: "mongodb/4.4.10" };

/** Everything uses one browser, and each test as few pages as possible: both take long to start. */
describeWith(CHROMIUM, "in a browser", (executablePath) => {
  let browser: Browser;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  });

  afterAll(() => browser.close());

  beforeEach(() => {
    problems = [];
  });

  afterEach(async () => {
    await page.context().close();
    expect(problems).toEqual([]);
  });

  /** A new page, whose errors and warnings fail the test. */
  async function newPage(options: BrowserContextOptions = {}): Promise<void> {
    page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("dialog", (dialog) => problems.push(dialog.message()));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) problems.push(message.text());
    });
  }

  describe("the dashboard", () => {
    let client: Started;

    beforeEach(async () => {
      client = await start();
      await newPage();
    });

    const open = () => page.goto(client.emulator.controlUrl);
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const seen = (text: string) => page.getByText(text).first().waitFor();
    const row = (id: number) => page.locator(`li[data-id="${id}"]`);
    const openRow = (id: number) => row(id).locator("summary").first().click();
    const status = (id: number, text: string) => row(id).locator(".status", { hasText: text }).first().waitFor();

    test("shows a new user how to start, then what was created, and advances the clock", async () => {
      await open();
      await seen("An empty account");
      expect(await page.title()).toBe(`compute emulator, port ${client.emulator.port}`);
      expect(await page.locator("#example").textContent()).toContain(`curl ${client.emulator.url}/compute/instances`);
      const { id } = await client.create("/compute/instances", { ...DEBIAN, label: "web-1" });
      await status(id, "provisioning");
      expect(await page.getByText("An empty account").isVisible()).toBe(false);
      await page.locator("#requests", { hasText: "/compute/instances" }).waitFor();
      expect(await row(id).locator("summary").first().textContent()).toContain("web-1");

      await page.getByRole("button", { name: /^Skip to the next step, \d/ }).click();
      await status(id, "booting");
      await press("+1 min");
      await status(id, "running");
      await seen("Nothing is in progress");
      const before = client.emulator.clock.now().getTime();
      await page.getByLabel("Amount of time").fill("1.5");
      await page.getByLabel("Unit of time").selectOption("days");
      await press("Advance");
      await seen("Advanced the clock by 1 d 12 h.");
      expect(client.emulator.clock.now().getTime() - before).toBe(1.5 * 86_400_000);
    });

    test("changes the power of an instance, which the watchdog boots again; the keyboard suffices", async () => {
      const { id } = await client.create("/compute/instances", DEBIAN);
      client.emulator.clock.advance(PROVISION_MS);
      await open();
      await status(id, "running");
      await row(id).locator("summary").first().focus();
      await page.keyboard.press("Enter");
      await press("Power loss");
      await status(id, "booting");
      await row(id).locator("summary").first().focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await status(id, "offline");
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Power off");
      await press("Maintenance");
      await status(id, "stopped");
      client.emulator.poke("instance", id, { status: "shutting_down" });
      await status(id, "shutting down");
    });

    test("scripts a predefined fault, which hits the next request and is marked in the log, and a custom one", async () => {
      await open();
      await press("Next request: 500");
      await page.locator("#faults", { hasText: "active" }).waitFor();
      expect((await client.get("/regions")).status).toBe(500);
      await page.locator("#faults", { hasText: "fired" }).waitFor();
      await page.locator("#requests li", { hasText: "/regions" }).getByText("fault 1").waitFor();
      await press("Clear all");
      await seen("No faults");
      expect(client.emulator.faults.list()).toEqual([]);

      await page.getByText("Custom fault").click();
      await page.getByLabel("Method").selectOption("GET");
      await page.getByLabel("Path below /v4").fill("/domains/*");
      await page.getByLabel("Effect").selectOption("delay");
      await page.getByLabel("Milliseconds").fill("70");
      await page.getByLabel("First hit (nth)").fill("2");
      await page.getByLabel("How often").fill("always");
      await press("Add fault");
      await seen("delays by 0.1 s always from match 2");
      const rule = { method: "GET", path: "/domains/*", nth: 2, times: "always", effect: { kind: "delay", ms: 70 } };
      expect(client.emulator.faults.list()).toMatchObject([rule]);
      await page.getByLabel("Path below /v4").fill(" ".repeat(2_000));
      await press("Add fault");
      await seen("path: Length must be 1-1000 characters");
      problems = problems.filter((problem) => !problem.includes("400 (Bad Request)"));
    });

    test("shows user input as text, filters while typing, changes one field out of band, and deletes", async () => {
      const { id: domainId } = await client.create("/domains", DOMAIN);
      const path = `/domains/${domainId}/records`;
      const text = `<img src="x" onerror="alert(1)"><b>bold</b>`;
      const markup = await client.create(path, { type: "TXT", name: "markup", target: text });
      const record = await client.create(path, { type: "A", name: "www", target: "192.0.2.1", ttl_sec: 300 });
      await open();
      await row(markup.id).waitFor();
      expect(await row(markup.id).locator("summary").textContent()).toContain(text);
      expect(await row(markup.id).locator("img, b").count()).toBe(0);

      await page.getByLabel("Find").fill("www.exa");
      await row(markup.id).waitFor({ state: "detached" });
      expect(await row(record.id).isVisible()).toBe(true);
      await seen("1 of 2");
      await page.getByLabel("Find").fill("nothing like it");
      await seen("Nothing matches “nothing like it”.");
      await page.getByLabel("Find").fill("");

      await openRow(record.id);
      await row(record.id).getByLabel("target").fill("203.0.113.99");
      await client.put(`${path}/${record.id}`, { ttl_sec: 3600 });
      await row(record.id).locator(".fact", { hasText: "3600" }).waitFor();
      await press("Change");
      await seen(`Changed target of record ${record.id}.`);
      await row(record.id).locator(".fact", { hasText: "203.0.113.99" }).waitFor();
      expect((await client.get(`${path}/${record.id}`)).body).toMatchObject({ target: "203.0.113.99", ttl_sec: 3600 });

      await openRow(domainId);
      await row(domainId).getByRole("button", { name: "Delete", exact: true }).first().click();
      await row(domainId).waitFor({ state: "detached" });
      expect((await client.get(`/domains/${domainId}`)).status).toBe(404);
    });

    test("breaks no name inside a word, and shows each request's path beside its time, at any width", async () => {
      for (const label of ["web", "production-web-frontend-eu-west-1-a"])
        await client.create("/compute/instances", { ...DEBIAN, label });
      const { id } = await client.create("/domains", { ...DOMAIN, domain: "a-long-name-of-a-company.shop.example" });
      await client.create(`/domains/${id}/records`, { type: "A", name: "www", target: "192.0.2.1" });
      await client.create("/databases/mongodb/instances", MONGO);
      await open();
      await row(id).waitFor();
      const wrong: unknown[] = [];
      for (const width of [360, 500, 640, 760, 1_000, 1_040, 1_120, 1_300, 1_600, 2_000]) {
        await page.setViewportSize({ width, height: 900 });
        wrong.push(...(await page.evaluate<string[]>(BROKEN)).map((text) => [width, text]));
      }
      expect(wrong).toEqual([]);
    });

    test("of an emulator that other machines can reach works with the token as the password", async () => {
      const token = "a-token-of-ones-own";
      client = await start({ host: "0.0.0.0", token });
      await expect(open()).rejects.toThrow("ERR_INVALID_AUTH_CREDENTIALS");
      await page.context().close();
      await newPage({ httpCredentials: { username: "anybody", password: token } });
      await open();
      const { id } = await client.create("/domains", DOMAIN);
      await row(id).waitFor();
      await page.locator("[data-step]").first().click();
      await seen("Advanced the clock");
      problems = problems.filter((problem) => !problem.includes("a status of 401"));
    });
  });

  describe("the page of a drift report", () => {
    async function open(report: Report, options: BrowserContextOptions = {}): Promise<void> {
      const folder = temporaryFolder({ "report.html": FORMATS.html(report, { color: false, columns: 80 }) });
      await newPage(options);
      const url = pathToFileURL(path.join(folder, "report.html")).href;
      page.on("request", (request) => {
        if (request.url() !== url) problems.push(`requested ${request.url()}`);
      });
      page.on("console", (message) => problems.push(message.text()));
      await page.goto(url);
    }

    const matches = () => page.getByRole("status").textContent();
    const visible = () => page.locator(".finding:visible .name").allTextContents();

    test("shows every finding at first, without other files, and with names and roles for screen readers", async () => {
      await open(DRIFTED);
      expect(await visible()).toHaveLength(DRIFTED.findings.length);
      expect(await matches()).toBe("Showing all 11 findings.");
      for (const role of ["banner", "main", "search"] as const) expect(await page.getByRole(role).count()).toBe(1);
      for (const name of ["Figures", "Warnings", "Findings", "What was scanned"]) {
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

    test("searches names, values and people for words; filters by state, resource type and stack together; and can be reset", async () => {
      await open(DRIFTED);
      await page.getByLabel("Search").fill("203.0.113.99");
      expect(await visible()).toEqual(["shop.example.com"]);
      await page.getByLabel("Search").fill("J.DOE linode_update");
      expect(await visible()).toEqual(["web-1"]);
      expect(await matches()).toBe("Showing 1 of 11 findings.");
      await page.getByLabel("Search").fill("nothing like it");
      expect(await visible()).toEqual([]);
      expect(await matches()).toBe("No findings match.");
      expect(await page.locator(".group:visible").count()).toBe(0);
      await page.getByRole("button", { name: "Show all" }).click();

      await page.getByLabel("Kind").selectOption("Instance");
      expect(await visible()).toEqual(["web-1", "debug-please-delete", "worker", "legacy-batch"]);
      await page.getByLabel("Stack or account").selectOption("acme/shop/staging");
      expect(await visible()).toEqual(["worker", "legacy-batch"]);
      await page.getByRole("checkbox", { name: "Suppressed 2" }).uncheck();
      expect(await visible()).toEqual(["worker"]);
      await page.getByRole("button", { name: "Show all" }).click();
      expect(await visible()).toHaveLength(DRIFTED.findings.length);
    });
  });
});
