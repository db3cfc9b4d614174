import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { makeFolder, requireProcessGroups, requireTemporary } from "../../cli/rehearse/folder";
import { standInsFor, Substitution } from "../../cli/rehearse/stand-ins";
import { asSecret } from "../../provider/shared/state-secrets";
import { asSecret as marked } from "../../provider/shared/boundary";
import { secretsIn } from "../support/secret-spellings";
import { destinationOf, rehearsalEnvironment, rehearsed } from "../../provider/api/rehearsal";

const ACCOUNT = { url: "https://api.example.com/v4", brand: "acme", token: "secret-token-of-the-account" };
const COPY = { url: "http://127.0.0.1:1/v4", token: "emulator-token" };

test("requests go to the account itself, unless the environment is that of a rehearsal", () => {
  expect(destinationOf(ACCOUNT, {})).toBe(ACCOUNT);
});

test("in a rehearsal, requests go to the copy of the account, and the environment does not show its token", () => {
  const environment = rehearsalEnvironment(new Map([[ACCOUNT, COPY]]));
  expect(destinationOf(ACCOUNT, environment)).toEqual(COPY);
  expect(rehearsed(ACCOUNT, environment)).toEqual({ ...ACCOUNT, ...COPY });
  expect(JSON.stringify(environment)).not.toContain(ACCOUNT.token);
});

test.each([
  ["another token", { ...ACCOUNT, token: "other" }],
  ["no token", { ...ACCOUNT, token: undefined }],
  ["another API", { ...ACCOUNT, url: "https://api.example.org/v4" }],
])("in a rehearsal, an account with %s gets no request", (_, account) => {
  const environment = rehearsalEnvironment(new Map([[ACCOUNT, COPY]]));
  expect(() => destinationOf(account, environment)).toThrow(
    /rehearsal without a copy of the account.*Nothing was sent/,
  );
});

describe("in what a rehearsal starts", () => {
  const [url, token] = ["https://api.example.com/v4", "token-of-the-account"];
  const accounts = [
    { url, brand: "acme", token },
    { url: "https://api.example.org/v4", brand: "acme", token: "short" },
  ];
  const standIns = standInsFor(accounts);
  const substitution = new Substitution(standIns, "http://127.0.0.1:1");
  const [madeUp] = standIns.tokens.values();
  const base64 = (text: string): string => Buffer.from(text).toString("base64");

  test.each<[string, unknown, unknown]>([
    ["a URL", `${url}/`, "http://127.0.0.1:1/0/v4"],
    ["its origin", "https://api.example.com", "http://127.0.0.1:1"],
    ["a longer URL, which the API does not have", `${url}/docs`, `${url}/docs`],
    ["a token in a text", `Bearer ${token}`, `Bearer ${madeUp}`],
    ["a short token in a text", "shortest", "shortest"],
    ["a token in base64", base64(`{"a":"${token}"}`), base64(`{"a":"${madeUp}"}`)],
    ["a nested secret", { a: [asSecret({ b: token })] }, { a: [asSecret({ b: madeUp })] }],
  ])("copies replace the account: %s", (_, given, replaced) => {
    expect(substitution.value(given)).toEqual(replaced);
  });

  test.each<[string, Record<string, unknown>, string | undefined]>([
    ["a known account", { url: "HTTPS://API.example.com:443/v4/", token }, undefined],
    ["another token", { "compute:url": url, "compute:token": marked("other") }, ""],
    ["another URL", { url: "https://api.example.net/v4", token }, "https://api.example.net/v4"],
    ["another token in a variable", { "compute:config:token": "other" }, ""],
    [
      "the settings of another package",
      { "other:token": "other", pluginDownloadURL: "https://example.net" },
      undefined,
    ],
  ])("the configuration of a provider leads to no account: %s", (_, given, stranger) => {
    const { values, stranger: found } = substitution.configuration(given);
    expect(found).toBe(stranger);
    const settings = Object.entries(values).filter(([name]) => /^(compute:.*)?(url|token)$/.test(name));
    expect(JSON.stringify(settings)).not.toMatch(/api\.example|other/);
  });

  test("messages name the account itself", () => {
    expect(substitution.original("at http://127.0.0.1:1/1/v4:")).toBe("at https://api.example.org/v4:");
  });

  test("no variable has a token or a URL, requests to this machine use no proxy, and a URL leads to the copies without a setting", () => {
    const given = {
      COMPUTE_TOKEN: token,
      OTHER: `x=${token}`,
      ENCODED: `Basic ${base64(`user:${token}`)}`,
      HTTP_PROXY: "http://proxy.example",
      NO_PROXY: "example.com",
    };
    const environment = substitution.environment(given, { accounts, url: undefined });
    expect(secretsIn(JSON.stringify(environment), [token, "api.example"])).toEqual([]);
    const direct = "example.com,127.0.0.1,localhost";
    expect(environment).toMatchObject({ NO_PROXY: direct, no_proxy: direct, COMPUTE_URL: "http://127.0.0.1:1/v4" });
    expect(substitution.environment(given, { accounts, url })).not.toHaveProperty("COMPUTE_URL");
  });
});

test("a rehearsal removes the folder of a killed one, and none of one that runs, whatever its process ID is", async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-folders-"));
  jest.spyOn(os, "tmpdir").mockReturnValue(directory);
  try {
    const other = path.join(directory, "pulumi-compute-rehearsal-other");
    mkdirSync(other);
    const listen = `require("node:net").createServer().listen(process.argv[1], () => console.log("ready"))`;
    const child = spawn(process.execPath, ["-e", listen, path.join(other, "lock")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    const first = await makeFolder();
    expect(readdirSync(directory)).toContain("pulumi-compute-rehearsal-other");
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    const second = await makeFolder();
    const names = [first, second].map((folder) => path.basename(folder.path));
    expect(readdirSync(directory).sort()).toEqual(names.sort());
    for (const folder of [first, second]) folder.remove();
    expect(readdirSync(directory)).toEqual([]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a rehearsal without a directory for temporary files says what to set", () => {
  jest.spyOn(os, "tmpdir").mockReturnValue("/none");
  expect(requireTemporary).toThrow("/none, does not exist. Create it, or set TMPDIR");
});

test("a rehearsal says that it can't run on Windows", () => {
  expect(() => requireProcessGroups("win32")).toThrow("Run it on Linux or macOS");
  for (const platform of ["linux", "darwin"] as const) requireProcessGroups(platform);
});
