import { networkInterfaces } from "node:os";
import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { ListenAddress, requestedOrigin } from "../../emulator/http/address";
import { browserTool, launch } from "./support/browser";
import { clientOf, DOMAIN, start } from "./support/client";
import type { Started } from "./support/client";
import { compileToFolder } from "./support/compiled";
import { control } from "./support/control";
import { run } from "./support/process";
import { describeWith } from "../support/system-tool";

const TOKEN = "a-token-of-ones-own";
const PUBLISHED = "emulator-token";

/** Everything that names ::1; some machines have only IPv4. */
const describeIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === "::1")
  ? describe
  : describe.skip;

describe("an address to listen on", () => {
  test.each(["127.0.0.1", "127.9.8.7", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"])("%s is loopback", (host) => {
    expect(new ListenAddress(host).isLoopback).toBe(true);
  });

  test.each(["0.0.0.0", "::", "0::0", "10.0.0.1", "::ffff:10.0.0.1", "fe80::1", "2001:db8::1"])("%s is not", (host) => {
    expect(new ListenAddress(host).isLoopback).toBe(false);
  });

  test.each(["localhost", "", "127.1", "1.2.3.4:80", "[::1]", "fe80::1%eth0", "example.com"])("%p is none", (host) => {
    expect(() => new ListenAddress(host)).toThrow("host must be an IP address");
  });

  test.each([
    ["0.0.0.0", "http://127.0.0.1:4010"],
    ["::", "http://[::1]:4010"],
    ["0::0", "http://[::1]:4010"],
    ["2001:DB8:0:0::1", "http://[2001:db8::1]:4010"],
    ["10.0.0.1", "http://10.0.0.1:4010"],
  ])("%s is reached at %s by this machine", (host, origin) => {
    expect(new ListenAddress(host).origin(4010)).toBe(origin);
  });
});

describe("the address that a client uses", () => {
  const local = { address: "10.0.0.1", port: 4010 };

  test.each([
    ["emulator:4010", "http://emulator:4010"],
    ["My-Host.example", "http://my-host.example"],
    ["[::1]:4010", "http://[::1]:4010"],
    ["my_service:4010", "http://my_service:4010"],
  ])("is what Host says: %s", (host, origin) => {
    expect(requestedOrigin(host, local)).toBe(origin);
  });

  test.each([undefined, "", "a b", "a/b", "a@b", "a:99999", "[::1", "a?b", "a\\b"])(
    "is the socket's where Host is %p",
    (host) => {
      expect(requestedOrigin(host, local)).toBe("http://10.0.0.1:4010");
    },
  );
});

describe("an emulator that other machines can reach", () => {
  test.each([
    [{}],
    [{ token: PUBLISHED }],
    [{ token: "emulator-read-token" }],
    [{ token: TOKEN, tokens: [PUBLISHED] }],
    [{ tokens: [{ token: TOKEN }, { token: PUBLISHED }] }],
  ])("does not start with the published token: %j", async (options) => {
    await expect(start({ host: "0.0.0.0", ...options })).rejects.toThrow(/needs a token of your own/);
  });

  test("says where this machine reaches it, and serves with the token of one's own alone", async () => {
    const { emulator, get } = await start({ host: "0.0.0.0", token: TOKEN });
    expect(emulator.url).toBe(`http://127.0.0.1:${emulator.port}/v4`);
    expect(emulator.controlUrl).toBe(`http://127.0.0.1:${emulator.port}/_emulator`);
    expect((await get("/domains")).status).toBe(200);
    expect((await get("/domains", { Authorization: `Bearer ${PUBLISHED}` })).status).toBe(401);
  });

  test("is not started on an address that is not this machine's", async () => {
    await expect(start({ host: "192.0.2.1", token: TOKEN })).rejects.toThrow(
      "192.0.2.1 is not an address of this machine",
    );
  });
});

describe("the control interface of an emulator that other machines can reach", () => {
  const reading = { token: "reads", scopes: ["domains:read_only"] };
  const guest = { token: "guest", username: "guest", restricted: true };
  const open = (): Promise<Started> => start({ host: "0.0.0.0", token: TOKEN, tokens: [reading, guest] });
  const basic = (password: string): Record<string, string> => ({
    Authorization: `Basic ${Buffer.from(`anybody:${password}`).toString("base64")}`,
  });
  const HTML = { Accept: "text/html" };

  test.each([[{}], [{ Authorization: "Bearer wrong" }], [basic("wrong")], [{ Authorization: "Basic !" }]])(
    "answers 401 to %j, and asks a browser for a password",
    async (headers) => {
      const client = await open();
      for (const [method, path] of [
        ["GET", "/"],
        ["GET", "/state"],
        ["GET", "/requests"],
        ["GET", "/page.js"],
        ["POST", "/reset"],
        ["POST", "/clock/advance"],
      ] as const) {
        const answer = await control(client, method, path, { ...HTML, ...headers });
        expect([path, answer.status]).toEqual([path, 401]);
        expect(answer.headers["www-authenticate"]).toMatch(/^Basic /);
        expect(answer.text).not.toContain(TOKEN);
      }
    },
  );

  test.each([[{ Authorization: `Bearer ${TOKEN}` }], [basic(TOKEN)]])("serves %j, under any name", async (headers) => {
    const client = await open();
    await client.create("/domains", DOMAIN);
    const Host = `emulator:${client.emulator.port}`;
    const state = await control(client, "GET", "/state", { Host, ...headers });
    expect(state.status).toBe(200);
    expect(state.text).not.toContain(TOKEN);
    const page = await control(client, "GET", "/", { Host, ...HTML, ...headers });
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const own = { Host, Origin: `http://${Host}`, ...headers };
    expect((await control(client, "POST", "/reset", own)).status).toBe(200);
    expect((await client.get("/domains")).body.results).toBe(0);
  });

  test.each(["reads", "guest"])("answers 403 to the token %p, which may not do everything", async (token) => {
    const client = await open();
    const headers = { Authorization: `Bearer ${token}` };
    expect((await control(client, "POST", "/reset", headers)).status).toBe(403);
    expect((await control(client, "GET", "/state", headers)).status).toBe(403);
  });

  test.each(["http://evil.example", "null", "https://emulator"])(
    "answers 403 to a page of %s, though the browser sends our password",
    async (Origin) => {
      const client = await open();
      const headers = { Host: `emulator:${client.emulator.port}`, Origin, ...basic(TOKEN) };
      expect((await control(client, "POST", "/reset", headers)).status).toBe(403);
    },
  );
});

describe("the address of an upload", () => {
  /** The answer to a request that calls the emulator by this name. */
  function announced({ emulator }: Started, host: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { Host: host, Authorization: `Bearer ${emulator.token}`, "Content-Type": "application/json" };
      const sent = request(
        { host: "127.0.0.1", port: emulator.port, method: "POST", path: "/v4/images/upload", headers },
        (answer) => {
          let text = "";
          answer.on("data", (data) => (text += String(data)));
          answer.on("end", () => resolve((JSON.parse(text) as { upload_to: string }).upload_to));
        },
      );
      sent.on("error", reject);
      sent.end(JSON.stringify({ label: "golden", region: "us-east" }));
    });
  }

  test("is below the address that the client has used", async () => {
    const client = await start({ host: "0.0.0.0", token: TOKEN });
    const { port } = client.emulator;
    expect(await announced(client, `emulator:${port}`)).toMatch(new RegExp(`^http://emulator:${port}/upload/\\d+\\?`));
    const to = await announced(client, `127.0.0.1:${port}`);
    expect(to).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/upload/`));
    const headers = { "Content-Type": "application/octet-stream" };
    expect((await fetch(to, { method: "PUT", headers, body: gzipSync(Buffer.alloc(1)) })).status).toBe(200);
  });
});

describeIpv6("an emulator on ::1", () => {
  test("is loopback, with brackets in its addresses, and serves its live page under that name", async () => {
    const client = await start({ host: "::1" });
    const { port, url, token, controlUrl } = client.emulator;
    expect([url, token]).toEqual([`http://[::1]:${port}/v4`, PUBLISHED]);
    expect((await client.get("/domains")).status).toBe(200);
    const page = await fetch(controlUrl, { headers: { Accept: "text/html" } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<title>")]);
    expect((await fetch(`${controlUrl}/state`, { headers: { Origin: "http://evil.example" } })).status).toBe(403);
  });
});

describeIpv6("an emulator on ::", () => {
  test("is reached by both versions, and sees an IPv4 client as such", async () => {
    const client = await start({ host: "::", token: TOKEN });
    const { port, url } = client.emulator;
    expect(url).toBe(`http://[::1]:${port}/v4`);
    const other = clientOf(`http://127.0.0.1:${port}/v4`, TOKEN);
    const { id } = await other.create("/domains", DOMAIN);
    const record = await other.create(`/domains/${id}/records`, { type: "A", name: "me", target: "[remote_addr]" });
    expect(record.target).toBe("127.0.0.1");
  });
});

describe("pulumi-compute emulator", () => {
  const { main } = compileToFolder();

  test("takes the token from the environment, and prints the line that callers wait for without it", async () => {
    const process = run(main, ["emulator", "--host", "0.0.0.0", "--port", "0", "--token-env", "MY_TOKEN"], {
      MY_TOKEN: TOKEN,
    });
    const url = await process.ready();
    const [line] = process.stdout().split("\n");
    expect(line).toBe(`listening on ${url} (live page: ${new URL("/", url).href})`);
    expect(process.stdout()).not.toContain(TOKEN);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v4$/);
    expect((await clientOf(url, TOKEN).get("/domains")).status).toBe(200);
  });

  test.each([
    [["--host", "0.0.0.0"], 1, "needs a token of your own"],
    [["--host", "0.0.0.0", "--token", PUBLISHED], 1, "needs a token of your own"],
    [["--host", "localhost"], 1, "host must be an IP address"],
    [["--token-env", "MY_TOKEN"], 2, "--token-env: the environment has no MY_TOKEN"],
    [["--token-env", "EMPTY"], 2, "--token-env: the environment has no EMPTY"],
    [["--token-env", "EMPTY", "--token", TOKEN], 2, "Give --token or --token-env, not both of them."],
  ])("refuses %j", async (args, code, message) => {
    const process = run(main, ["emulator", "--port", "0", ...args], { EMPTY: "" });
    expect(await process.ended()).toBe(code);
    expect(process.stderr()).toContain(message);
    expect(process.stdout()).toBe("");
    expect(process.stderr()).not.toContain(TOKEN);
  });
});

describeWith(browserTool(), "the live page of an emulator that other machines can reach", (executablePath) => {
  test("works in a browser whose user gives the token as a password", async () => {
    const client = await start({ host: "0.0.0.0", token: TOKEN });
    const browser = await launch(executablePath);
    try {
      const stranger = await browser.newPage();
      await expect(stranger.goto(client.emulator.controlUrl)).rejects.toThrow("ERR_INVALID_AUTH_CREDENTIALS");
      const context = await browser.newContext({ httpCredentials: { username: "anybody", password: TOKEN } });
      const page = await context.newPage();
      await page.goto(client.emulator.controlUrl);
      const { id } = await client.create("/domains", DOMAIN);
      await page.locator(`li[data-id="${id}"]`).waitFor({ timeout: 60_000 });
      await page.locator("[data-step]").first().click();
      await page.getByText(/The time went on/).waitFor({ timeout: 60_000 });
    } finally {
      await browser.close();
    }
  });
});
