import type { Browser, Page } from "playwright-core";
import { describeWith } from "../support/system-tool";
import { browserTool, launch } from "./support/browser";
import type { Started } from "./support/client";
import { DEBIAN, DOMAIN, PROVISION_MS, start } from "./support/client";

/** The page shows a change within a second; the machine may be busy. */
const PATIENCE_MS = 60_000;

describeWith(browserTool(), "the live page in a browser", (executablePath) => {
  let browser: Browser;
  let page: Page;
  let client: Started;
  let problems: string[];

  beforeAll(async () => {
    browser = await launch(executablePath);
  });

  afterAll(() => browser.close());

  beforeEach(async () => {
    client = await start();
    problems = [];
    page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) problems.push(message.text());
    });
  });

  afterEach(async () => {
    await page.close();
    expect(problems).toEqual([]);
  });

  const open = () => page.goto(client.emulator.controlUrl);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const seen = (text: string) => page.getByText(text).first().waitFor();
  const row = (id: number) => page.locator(`li[data-id="${id}"]`);
  const openRow = (id: number) => row(id).locator("summary").first().click();
  const status = (id: number, text: string) => row(id).locator(".status", { hasText: text }).first().waitFor();

  test("tells a newcomer what to do, and then shows what was done", async () => {
    await open();
    await seen("An empty account");
    expect(await page.locator("#example").textContent()).toContain(`curl ${client.emulator.url}/compute/instances`);
    const { id } = await client.create("/compute/instances", { ...DEBIAN, label: "web-1" });
    await status(id, "provisioning");
    expect(await page.getByText("An empty account").isVisible()).toBe(false);
    expect(await row(id).locator("summary").first().textContent()).toContain("web-1");
    await page.locator("#requests", { hasText: "/compute/instances" }).waitFor();
    expect(await page.title()).toBe(`compute emulator, port ${client.emulator.port}`);
  });

  test("moves the time forward, by an amount or to the next step", async () => {
    const { id } = await client.create("/compute/instances", DEBIAN);
    await open();
    await page.getByRole("button", { name: /^To the next step, \d/ }).click();
    await status(id, "booting");
    await press("+1 min");
    await status(id, "running");
    await seen("Nothing is in progress");
    const before = client.emulator.clock.now().getTime();
    await page.getByLabel("Amount of time").fill("1.5");
    await page.getByLabel("Unit of time").selectOption("days");
    await press("Advance");
    await seen("The time went on by 1 d 12 h.");
    expect(client.emulator.clock.now().getTime() - before).toBe(1.5 * 86_400_000);
  });

  test("takes the power from an instance, which the watchdog boots again, and switches it off", async () => {
    const { id } = await client.create("/compute/instances", DEBIAN);
    client.emulator.clock.advance(PROVISION_MS);
    await open();
    await openRow(id);
    await press("Power loss");
    await status(id, "booting");
    await press("Power off");
    await status(id, "offline");
    await press("Maintenance");
    await status(id, "stopped");
  });

  test("scripts a usual fault, which hits the next request and is marked there", async () => {
    await open();
    await press("Next request: 500");
    await page.locator("#faults", { hasText: "active" }).waitFor();
    expect((await client.get("/regions")).status).toBe(500);
    await page.locator("#faults", { hasText: "fired" }).waitFor();
    await page.locator("#requests li", { hasText: "/regions" }).getByText("fault 1").waitFor();
    await press("Clear all");
    await seen("None is scripted");
    expect(client.emulator.faults.list()).toEqual([]);
  });

  test("scripts a fault of one's own", async () => {
    await open();
    await page.getByText("Another fault").click();
    await page.getByLabel("Method").selectOption("GET");
    await page.getByLabel("Path below /v4").fill("/domains/*");
    await page.getByLabel("Effect").selectOption("wait");
    await page.getByLabel("Milliseconds").fill("70");
    await page.getByLabel("First hit (nth)").fill("2");
    await page.getByLabel("How often").fill("always");
    await press("Add the fault");
    await seen("waits 0.1 s always from match 2");
    const rule = { method: "GET", path: "/domains/*", nth: 2, times: "always", effect: { kind: "delay", ms: 70 } };
    expect(client.emulator.faults.list()).toMatchObject([rule]);
    await page.getByLabel("Path below /v4").fill(" ".repeat(2_000));
    await press("Add the fault");
    await seen("path: Length must be 1-1000 characters");
    problems = problems.filter((problem) => !problem.includes("400 (Bad Request)"));
  });

  test("changes a field of a record behind the interface's back, and nothing else", async () => {
    const { id: domainId } = await client.create("/domains", DOMAIN);
    const path = `/domains/${domainId}/records`;
    const record = await client.create(path, { type: "A", name: "www", target: "192.0.2.1", ttl_sec: 300 });
    await open();
    await openRow(record.id);
    await row(record.id).getByLabel("target").fill("203.0.113.99");
    await client.put(`${path}/${record.id}`, { ttl_sec: 3600 });
    await row(record.id).locator(".fact", { hasText: "3600" }).waitFor();
    await press("Change");
    await seen(`Changed target of record ${record.id}.`);
    await row(record.id).locator(".fact", { hasText: "203.0.113.99" }).waitFor();
    expect((await client.get(`${path}/${record.id}`)).body).toMatchObject({ target: "203.0.113.99", ttl_sec: 3600 });
  });

  test("deletes an object behind the interface's back", async () => {
    const { id } = await client.create("/domains", DOMAIN);
    await open();
    await openRow(id);
    await press("Delete");
    await row(id).waitFor({ state: "detached" });
    expect((await client.get(`/domains/${id}`)).status).toBe(404);
  });

  test("finds objects while one types", async () => {
    const { id } = await client.create("/domains", DOMAIN);
    const path = `/domains/${id}/records`;
    const one = await client.create(path, { type: "A", name: "one", target: "192.0.2.1" });
    const two = await client.create(path, { type: "A", name: "two", target: "192.0.2.2" });
    await open();
    await row(one.id).waitFor();
    await page.getByLabel("Find").fill("two.exa");
    await row(one.id).waitFor({ state: "detached" });
    expect(await row(two.id).isVisible()).toBe(true);
    await seen("1 of 2");
    await page.getByLabel("Find").fill("nothing like it");
    await seen("Nothing contains “nothing like it”.");
  });

  test("shows what people typed as text", async () => {
    const { id } = await client.create("/domains", DOMAIN);
    const target = `<img src="x" onerror="alert(1)"><b>bold</b>`;
    const record = await client.create(`/domains/${id}/records`, { type: "TXT", name: "markup", target });
    await open();
    await row(record.id).waitFor();
    expect(await row(record.id).locator("summary").textContent()).toContain(target);
    expect(await row(record.id).locator("img, b").count()).toBe(0);
  });

  test("shows a name that is too long for its column in full when it is pointed at", async () => {
    const label = `web-${"0123456789".repeat(6)}`;
    const { id } = await client.create("/compute/instances", { ...DEBIAN, label });
    client.emulator.clock.advance(2 * PROVISION_MS);
    await open();
    await status(id, "running");
    expect(await row(id).getByTitle(label, { exact: true }).textContent()).toBe(label);
    // As wide as its longest word needs, and not more.
    const widthOf = async (selector: string) => (await row(id).locator(selector).first().boundingBox())?.width ?? 0;
    expect(await widthOf(".name")).toBeGreaterThan(2 * (await widthOf(".status")));
    await client.create(`/compute/instances/${id}/shutdown`);
    await status(id, "shutting down");
    const [pill, name] = await Promise.all(
      [".status", ".name"].map((part) => row(id).locator(part).first().boundingBox()),
    );
    expect((pill?.x ?? 0) + (pill?.width ?? 0)).toBeLessThan(name?.x ?? 0);
  });

  test("can be used with the keyboard alone", async () => {
    const { id } = await client.create("/compute/instances", DEBIAN);
    client.emulator.clock.advance(PROVISION_MS);
    await open();
    await row(id).locator("summary").first().focus();
    await page.keyboard.press("Enter");
    await row(id).getByRole("button", { name: "Power off" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await status(id, "offline");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Power off");
  });

  test("asks for the state only while somebody can see it", async () => {
    let asked = 0;
    page.on("request", (request) => (asked += request.url().includes("/state") ? 1 : 0));
    await page.clock.install();
    await open();
    await seen("An empty account");
    const hide = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"))`);
    await hide(true);
    const before = asked;
    await page.clock.runFor(10_000);
    expect(asked).toBe(before);
    await Promise.all([page.waitForResponse(/\/state/), hide(false)]);
    expect(asked).toBe(before + 1);
  });

  test("says so when the emulator is gone", async () => {
    await open();
    await seen("An empty account");
    await client.emulator.close();
    await seen("The emulator does not answer.");
    problems = problems.filter((problem) => !/ERR_(CONNECTION|EMPTY|INCOMPLETE)/.test(problem));
  });
});
