import { join } from "node:path";
import { UsageError } from "../../cli/terminal/command";
import { emulatorCommand } from "../../cli/emulator/command";
import { temporaryFolder } from "../support/temporary-folder";
import { clientOf, DEBIAN } from "./support/client";
import { compileToFolder } from "./support/compiled";
import { run } from "./support/process";

const compiled = compileToFolder(["emulator", "cli", "provider"]);
const { main } = compiled;

const TOKEN = "a-token-of-ones-own";

const tokensFile = (content: string) => join(temporaryFolder({ "tokens.json": content }), "tokens.json");

describe("pulumi-compute emulator", () => {
  test("prints its URL and the settings for programs when it is ready, and accepts the token until SIGTERM", async () => {
    const emulator = run(main, ["emulator", "--port", "0", "--token", "t0ken", "--brand", "acme"]);
    const url = await emulator.ready();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v4$/);
    const reply = await fetch(`${url}/acme/instances`, { headers: { Authorization: "Bearer t0ken" } });
    expect(reply.status).toBe(200);
    expect(emulator.stdout()).toBe(
      `listening on ${url} (dashboard: ${new URL("/", url).href})\n` +
        `for programs: export COMPUTE_URL=${url} COMPUTE_BRAND=acme\n`,
    );
    // The connection is still open.
    emulator.child.kill("SIGTERM");
    expect(await emulator.ended()).toBe(0);
    expect(emulator.stderr()).toBe("");
  });

  test("has a read-only token, which suffices for a drift scan, and ends with code 0 on SIGINT", async () => {
    const emulator = run(main, ["emulator", "--port", "0", "--brand", "acme"]);
    const url = await emulator.ready();
    const headers = { Authorization: "Bearer emulator-read-token" };
    for (const path of ["/acme/instances", "/images", "/databases/instances", "/domains", "/account/events"]) {
      expect([path, (await fetch(`${url}${path}`, { headers })).status]).toEqual([path, 200]);
    }
    expect((await fetch(`${url}/domains`, { method: "POST", headers, body: "{}" })).status).toBe(401);

    const { port } = new URL(url);
    const second = run(main, ["emulator", "--port", port]);
    expect(await second.ended()).toBe(1);
    expect(second.stderr()).toBe(
      `pulumi-compute: Port ${port} on 127.0.0.1 is already in use. Choose another, or use 0 for any free port.\n`,
    );
    expect(second.stdout()).toBe("");
    emulator.child.kill("SIGINT");
    expect(await emulator.ended()).toBe(0);
    expect(emulator.stderr()).toBe("");
  });

  test("starts with a copy of the account that the environment's settings lead to, and keeps it", async () => {
    const account = run(main, ["emulator", "--port", "0", "--brand", "acme"]);
    const url = await account.ready();
    const headers = { Authorization: "Bearer emulator-token", "Content-Type": "application/json" };
    const body = JSON.stringify({ domain: "example.org", type: "master", soa_email: "a@example.org" });
    await fetch(`${url}/domains`, { method: "POST", headers, body });
    const environment = { COMPUTE_URL: url, COMPUTE_BRAND: "acme", COMPUTE_TOKEN: "emulator-read-token" };

    const dataFile = join(temporaryFolder(), "copy.json");
    const copy = run(main, ["emulator", "--port", "0", "--from-account", "--data", dataFile], environment);
    const served = await (await fetch(`${await copy.ready()}/domains`, { headers })).json();
    expect(served).toEqual(await (await fetch(`${url}/domains`, { headers })).json());
    expect(copy.stdout()).toContain("COMPUTE_BRAND=acme");
    expect(copy.stderr()).toContain(`Copied 1 resource from ${url} (requests: 15). Nothing was written there.\n`);
    expect(copy.stderr()).toContain("Not in the copy: /compute/stackscripts, which the token may not read.\n");
    copy.child.kill("SIGTERM");
    expect(await copy.ended()).toBe(0);

    const again = run(main, ["emulator", "--port", "0", "--from-account", "--data", dataFile], environment);
    expect(await again.ended()).toBe(1);
    expect(again.stderr()).toMatch(/--data \S+ already has an account\. Start the emulator without --from-account/);
    const branded = run(main, ["emulator", "--from-account", "--brand", "acme"], environment);
    expect([await branded.ended(), branded.stderr()]).toEqual([2, expect.stringContaining("Set COMPUTE_BRAND.")]);
  });

  test("reads the token from the environment, and does not print it in the line that callers wait for", async () => {
    const options = ["--host", "0.0.0.0", "--token-env", "MY_TOKEN", "--provision-ms", "0"];
    const emulator = run(main, ["emulator", "--port", "0", ...options], { MY_TOKEN: TOKEN });
    const url = await emulator.ready();
    const [line] = emulator.stdout().split("\n");
    expect(line).toBe(`listening on ${url} (dashboard: ${new URL("/", url).href})`);
    expect(emulator.stdout()).not.toContain(TOKEN);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v4$/);
    const client = clientOf(url, TOKEN);
    const { id, status } = await client.create("/compute/instances", DEBIAN);
    expect([status, (await client.get(`/compute/instances/${id}`)).body.status]).toEqual(["provisioning", "running"]);
  });

  test("accepts the tokens of a file, each with its own scopes, and serves no more than is documented", async () => {
    const path = tokensFile(JSON.stringify([{ token: "all" }, { token: "reads", scopes: ["domains:read_only"] }]));
    const url = await run(main, ["emulator", "--port", "0", "--tokens", path, "--documented-only"]).ready();
    const status = async (token: string, method: string, at = "/domains") =>
      (await fetch(url + at, { method, headers: { Authorization: `Bearer ${token}` } })).status;
    expect([await status("all", "POST"), await status("reads", "GET"), await status("reads", "POST")]).toEqual([
      400, 200, 401,
    ]);
    expect(await status("emulator-token", "GET")).toBe(401);
    expect([await status("all", "GET", "/compute/types"), await status("all", "GET", "/regions")]).toEqual([404, 200]);
  });

  test("serves the collections of a file", async () => {
    const path = join(__dirname, "../../examples/emulator/collections.json");
    const url = await run(main, ["emulator", "--port", "0", "--collections", path]).ready();
    const client = clientOf(url, "emulator-token");
    const { id } = await client.create("/volumes", { label: "data" });
    expect((await client.get(`/volumes/${id}`)).body.label).toBe("data");
  });

  test("rejects collections that are not valid, by the path of the property", async () => {
    const path = tokensFile('{ "/volumes": { "unique": "label" } }');
    await expect(emulatorCommand.run(["--port", "0", "--collections", path])).rejects.toThrow(
      '--collections: "/volumes".unique: Must be of type Array',
    );
    await expect(emulatorCommand.run(["--collections", tokensFile("{")])).rejects.toThrow(
      /^--collections: cannot read \S+: it is not valid JSON\.$/,
    );
  });

  test.each([
    [["--port", "x"], "--port must be a number up to 65535, not x."],
    [["--provision-ms", "1s"], "--provision-ms must be a number, not 1s."],
    [["--create-answer", "some"], "--create-answer must be full or bare."],
    [["--clock", "sundial"], "--clock must be real or stepped."],
    [["--token-env", "MY_TOKEN"], "--token-env: environment variable MY_TOKEN is not set."],
    [["--token-env", "EMPTY"], "--token-env: environment variable EMPTY is not set."],
    [["--token-env", "EMPTY", "--token", TOKEN], "Use either --token or --token-env, not both."],
  ])("rejects %j", async (args, message) => {
    process.env["EMPTY"] = "";
    await expect(emulatorCommand.run(args)).rejects.toStrictEqual(new UsageError(message));
  });

  test.each([["{"], ["{}"], ["[]"], ["[1]"]])(
    "rejects a tokens file that contains %s, and does not quote it",
    async (content) => {
      const refusal: unknown = await emulatorCommand.run(["--tokens", tokensFile(content)]).catch((error) => error);
      expect(refusal).toBeInstanceOf(UsageError);
      expect((refusal as UsageError).message).toMatch(
        /--tokens: (\S+ must contain a JSON array|cannot read \S+: it is not valid JSON)/,
      );
    },
  );
});

describe("pulumi-compute", () => {
  test.each([
    { args: [], shown: "emulator" },
    { args: ["-h"], shown: "emulator" },
    { args: ["help", "emulator"], shown: "--provision-ms" },
    { args: ["emulator", "--help"], shown: "--provision-ms" },
  ])("with $args shows $shown", async ({ args, shown }) => {
    const command = run(main, args);
    expect([await command.ended(), command.stdout()]).toEqual([0, expect.stringContaining(shown)]);
  });

  test.each([
    [2, ["emulator", "--nothing"], "Unknown option --nothing. Run `pulumi-compute emulator --help`."],
    [
      2,
      ["emulator", "--provision", "5"],
      "Unknown option --provision; did you mean --provision-ms? Run `pulumi-compute emulator --help`.",
    ],
    [1, ["emulator", "--brand", "A B"], "--brand must be lowercase letters and digits"],
    [1, ["emulator", "--host", "localhost"], "--host must be an IP address"],
    [
      1,
      ["emulator", "--data", "/missing/data"],
      "--data /missing/data cannot be used (ENOENT: no such file or directory",
    ],
    // 2 would mean drift. Control characters are escaped.
    [1, ["dirft\u202e"], String.raw`Unknown command dirft\u202e; did you mean drift?`],
  ])("exits with code %i for %j", async (code, args, message) => {
    const command = run(main, args);
    expect(await command.ended()).toBe(code);
    expect(command.stderr()).toContain(message);
    expect([command.stderr(), command.stdout()]).toEqual([expect.not.stringContaining("    at "), ""]);
  });
});
