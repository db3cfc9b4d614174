import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";
import { clientOf, DEBIAN } from "./support/client";
import { compileToFolder } from "./support/compiled";
import { run } from "./support/process";

// From the provider, only the code that suggests the closest option.
const compiled = compileToFolder(["emulator", "cli", "provider/lifecycle/wording", "provider/definition"]);
const { main } = compiled;

describe("pulumi-compute emulator", () => {
  test("prints its URL and the settings for programs when it is ready, and accepts the token", async () => {
    const { ready, stdout, stderr } = run(main, ["emulator", "--port", "0", "--token", "t0ken", "--brand", "acme"]);
    const url = await ready();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v4$/);
    const reply = await fetch(`${url}/acme/instances`, { headers: { Authorization: "Bearer t0ken" } });
    expect(reply.status).toBe(200);
    expect(stdout()).toBe(
      `listening on ${url} (dashboard: ${new URL("/", url).href})\n` +
        `for programs: export COMPUTE_URL=${url} COMPUTE_BRAND=acme\n`,
    );
    expect(stderr()).toBe("");
  });

  test.each(["SIGINT", "SIGTERM"] as const)("exits with code 0 on %s, even with open connections", async (signal) => {
    const process = run(main, ["emulator", "--port", "0"]);
    await fetch(`${await process.ready()}/regions`);
    process.child.kill(signal);
    expect(await process.ended()).toBe(0);
    expect(process.stderr()).toBe("");
  });

  test("reports that the port is already in use", async () => {
    const port = new URL(await run(main, ["emulator", "--port", "0"]).ready()).port;
    const second = run(main, ["emulator", "--port", port]);
    expect(await second.ended()).toBe(1);
    expect(second.stderr()).toBe(
      `pulumi-compute: Port ${port} on 127.0.0.1 is already in use. Choose another, or use 0 for any free port.\n`,
    );
    expect(second.stdout()).toBe("");
  });

  test("has a read-only token, which suffices for a drift scan", async () => {
    const url = await run(main, ["emulator", "--port", "0", "--brand", "acme"]).ready();
    const headers = { Authorization: "Bearer emulator-read-token" };
    for (const path of ["/acme/instances", "/images", "/databases/instances", "/domains", "/account/events"]) {
      expect([path, (await fetch(`${url}${path}`, { headers })).status]).toEqual([path, 200]);
    }
    expect((await fetch(`${url}/domains`, { method: "POST", headers, body: "{}" })).status).toBe(401);
  });

  test("uses --provision-ms as the provisioning time of an instance", async () => {
    const url = await run(main, ["emulator", "--port", "0", "--provision-ms", "0"]).ready();
    const client = clientOf(url, "emulator-token");
    const { id, status } = await client.create("/compute/instances", DEBIAN);
    expect(status).toBe("provisioning");
    expect((await client.get(`/compute/instances/${id}`)).body.status).toBe("running");
  });
});

test("a message escapes quoted control characters, and keeps its own line breaks", async () => {
  const command = run(main, ["odd\u001b[2J\u202e"]);
  expect(await command.ended()).toBe(1);
  expect(command.stderr()).toContain(
    String.raw`Unknown command odd\u001b[2J\u202e.` + "\n\nUsage: pulumi-compute COMMAND",
  );
});

describe("pulumi-compute emulator --tokens", () => {
  const fileOf = (content: string) => join(temporaryFolder({ "tokens.json": content }), "tokens.json");

  test("accepts the tokens of the file, each with its own scopes", async () => {
    const path = fileOf(JSON.stringify([{ token: "all" }, { token: "reads", scopes: ["domains:read_only"] }]));
    const url = await run(main, ["emulator", "--port", "0", "--tokens", path]).ready();
    const status = async (token: string, method: string) =>
      (await fetch(`${url}/domains`, { method, headers: { Authorization: `Bearer ${token}` } })).status;
    expect([await status("all", "POST"), await status("reads", "GET"), await status("reads", "POST")]).toEqual([
      400, 200, 401,
    ]);
    expect(await status("emulator-token", "GET")).toBe(401);
  });

  test.each([["{"], ["{}"], ["[]"], ["[1]"]])(
    "rejects a file that contains %s, and does not quote it",
    async (content) => {
      const process = run(main, ["emulator", "--port", "0", "--tokens", fileOf(content)]);
      expect(await process.ended()).toBe(2);
      expect(process.stderr()).toMatch(
        /--tokens: (\S+ must contain a JSON array|cannot read \S+: it is not valid JSON)/,
      );
    },
  );
});

describe("pulumi-compute emulator --documented-only", () => {
  test("serves no undocumented endpoints", async () => {
    const url = await run(main, ["emulator", "--port", "0", "--documented-only"]).ready();
    expect((await fetch(`${url}/compute/types`)).status).toBe(404);
    expect((await fetch(`${url}/regions`)).status).toBe(200);
  });
});

describe("pulumi-compute", () => {
  test.each([[["--help"]], [[]], [["-h"]]])("shows its commands with %j", async (args) => {
    const process = run(main, args);
    expect(await process.ended()).toBe(0);
    expect(process.stdout()).toContain("emulator");
  });

  test("shows the options of a command", async () => {
    const process = run(main, ["emulator", "--help"]);
    expect(await process.ended()).toBe(0);
    for (const flag of ["--port", "--brand", "--token", "--provision-ms", "--data"]) {
      expect(process.stdout()).toContain(flag);
    }
  });

  test.each([
    [["emulator", "--nothing"], "Unknown option --nothing. Run `pulumi-compute emulator --help`."],
    [
      ["emulator", "--provision", "5"],
      "Unknown option --provision; did you mean --provision-ms? Run `pulumi-compute emulator --help`.",
    ],
    [["emulator", "--port", "x"], "--port must be a number"],
    [["emulator", "--port", "70000"], "--port must be a number"],
    [["emulator", "--clock", "sundial"], "--clock must be real or stepped"],
  ])("exits with code 2 for %j", async (args, message) => {
    const process = run(main, args);
    expect(await process.ended()).toBe(2);
    expect(process.stderr()).toContain(message);
    expect(process.stderr()).not.toContain("    at ");
  });

  test("exits with code 1 for a mistyped command: 2 would mean drift", async () => {
    const process = run(main, ["drfit"]);
    expect(await process.ended()).toBe(1);
    expect(process.stderr()).toContain("Unknown command drfit");
  });

  test("exits with code 1 for an invalid brand", async () => {
    const process = run(main, ["emulator", "--brand", "A B"]);
    expect(await process.ended()).toBe(1);
    expect(process.stderr()).toContain("brand must be lowercase letters and digits");
  });
});
