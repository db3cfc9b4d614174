import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../support/engine-cli";
import { filesBelow } from "../support/files-below";
import { packed } from "../support/package-installation";

describe("the tarball", () => {
  let files: readonly string[];
  let packedBytes: number;

  beforeAll(async () => {
    ({ files, packedBytes } = await packed());
  });

  test("contains the build and the documentation, and nothing else", () => {
    const declarations = /^dist\/(provider|emulator)\/.+\.d\.ts$/;
    const code = /^dist\/(provider\/(index|native)\.js|emulator\/(index\.js|emulator\.cjs)|cli\/(main\.js|cli\.cjs))$/;
    const started = /^dist\/(plugin|runtime)\//;
    const page = /^dist\/(emulator|cli\/report\/html)\/page\/[a-z]+\.(html|css|js|svg)$/;
    const texts = [
      /^docs\/.+\.md$/,
      /^docs\/reference\/drift-report\.schema\.json$/,
      /^docs\/guide\/ci\/(github|gitlab)\/[\w.-]+\.yml$/,
      /^docs\/guide\/containers\/(Dockerfile|[\w-]+\.ya?ml)$/,
      /^drift-action\/(action\.yml|README\.md)$/,
      /^examples\/([\w-]+\/){1,2}[\w.-]+\.(ts|js|mjs|json|yaml|py|go|mod|txt)$/,
      /^(examples|templates)\/([\w-]+\/)?README\.md$/,
      /^templates\/[\w-]+\/[\w.-]+\.(ts|json|yaml)$/,
    ];
    expect(files.filter((file) => ELSEWHERE.test(file))).toEqual([]);
    const others = files.filter(
      (file) => ![declarations, code, started, page, ...texts].some((known) => known.test(file)),
    );
    expect(others.slice().sort()).toEqual([
      "CHANGELOG.md",
      "CODE_OF_CONDUCT.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "llms.txt",
      "package.json",
    ]);
  });

  test("stays small: what grows it by a tenth is a decision", () => {
    expect(packedBytes).toBeLessThan(1_120_000);
    expect(files.length).toBeLessThan(420);
  });

  test("contains the static files of its web pages", () => {
    const pages = ["emulator/page", "cli/report/html/page"];
    const sources = pages.flatMap((page) => readdirSync(path.join(repository, page)).map((name) => `${page}/${name}`));
    const copied = sources.filter((file) => !file.endsWith(".ts")).map((file) => `dist/${file}`);
    expect(copied.filter((file) => !files.includes(file))).toEqual([]);
  });

  test("contains all files of the examples and templates", () => {
    const copied = ["examples", "templates"].flatMap((name) => filesBelow(path.join(repository, name)));
    const inRepository = copied.map((file) => path.relative(repository, file).split(path.sep).join("/"));
    // npm packs no .gitignore, and trying an example leaves packages and stack settings behind.
    const published = inRepository.filter(
      (file) => !/\/(node_modules\/|\.gitignore$|Pulumi\.[\w-]+\.yaml$)/.test(file),
    );
    expect(published.filter((file) => !files.includes(file))).toEqual([]);
  });

  test("contains the native plugin and the runtime with everything that they need", () => {
    const inFolder = (folder: string): string[] =>
      files.filter((file) => path.posix.dirname(file) === folder).map((file) => path.posix.basename(file));
    expect(inFolder("dist/runtime")).toEqual(["runtime.js"]);
    expect(inFolder("dist/plugin").sort()).toEqual([
      "LICENSES.txt",
      "PulumiPlugin.yaml",
      "native.cjs",
      "package.json",
      "packages.cjs",
      "plugin.cjs",
      "provider.cjs",
      "pulumi-resource-compute",
      "pulumi-resource-compute.cmd",
      "schema.json",
    ]);
  });

  test("contains pages whose links lead to files in it, or outside of it", () => {
    const wrong = files
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) => brokenLinks(file, files).map((link) => `${file}: ${link}`));
    expect(wrong).toEqual([]);
  });

  test("loads axios with the first request, and not when a connection is opened", () => {
    const program = `
      require("./dist/provider/index.js");
      const { openConnection } = require("./.pulumi-local/compiled/provider/api/connection.js");
      const { realClock } = require("./.pulumi-local/compiled/provider/api/clock.js");
      const hasAxios = () => Object.keys(require.cache).some((file) => file.includes("/axios/"));
      const settings = { url: "http://127.0.0.1:1/v4", brand: "compute", token: "t" };
      const { send } = openConnection(settings, { clock: realClock, signal: new AbortController().signal, retries: { retries: 0 } });
      const before = hasAxios();
      send({ method: "GET", path: "/profile" }).catch(() => console.log(before, hasAxios()));
    `;
    const printed = execFileSync(process.execPath, ["-e", program], { cwd: repository, encoding: "utf8" });
    expect(printed.trim()).toBe("false true");
  });

  test("contains what its package.json points to", () => {
    const text = readFileSync(path.join(repository, "package.json"), "utf8");
    const { main, types, bin, exports } = JSON.parse(text) as Record<"main" | "types" | "bin" | "exports", unknown>;
    const targetsIn = (value: unknown): string[] =>
      typeof value === "string" ? [value.replace(/^\.\//, "")] : Object.values(value as object).flatMap(targetsIn);
    expect(targetsIn([main, types, bin, exports]).filter((target) => !files.includes(target))).toEqual([]);
  });
});

/** What only contributors read, in a clone, and pictures, which npm's site shows from the repository. Pages may link them. */
const ELSEWHERE =
  /^CONTRIBUTING\.md$|^docs\/((decisions\/.+|guide\/releasing|reference\/(benchmarks|conformance|crash-points))\.md|.+\.(svg|webp))$/;

/** The broken relative links of a page; pages.contract looks for their headings. On npm's site, relative links lead into the repository. */
function brokenLinks(page: string, files: readonly string[]): string[] {
  const links = Array.from(proseOf(page).matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [name = ""] = link.split("#");
    const target = name === "" ? page : path.posix.join(path.posix.dirname(page), name).replace(/\/$/, "");
    if (ELSEWHERE.test(target)) return false;
    return !files.some((file) => file === target || file.startsWith(`${target}/`));
  });
}

/** A page without its code blocks. */
function proseOf(page: string): string {
  return readFileSync(path.join(repository, page), "utf8").replace(/^```[^]*?^```$/gm, "");
}
