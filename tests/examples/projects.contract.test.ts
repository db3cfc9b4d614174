import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { parse } from "yaml";
import { filesBelow } from "../support/files-below";

const ROOT = path.resolve(__dirname, "..", "..");
const EXAMPLES = path.join(ROOT, "examples");
const TEMPLATES = path.join(ROOT, "templates");

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const read = (...parts: string[]): string => readFileSync(path.join(...parts), "utf8");
const manifestIn = (folder: string): Manifest => JSON.parse(read(folder, "package.json")) as Manifest;
const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const programsIn = (folder: string): string[] =>
  filesBelow(folder).filter((file) => /\.(ts|js|mjs)$/.test(file) && !file.includes("node_modules"));

/** A name of a password or token, as the end of another name. */
const SECRET = "(?:password|passphrase|rootPass|token|secret)\\b";
/** A string assigned to such a name, also as an argument or an alternative. */
const LITERAL = new RegExp(`${SECRET}["']?\\s*[:=]\\s*([^,;)\\n]*[?(|]\\s*)?["'\`]`, "i");
/** Something else in place of a setting that is read as a secret, or named like one. */
const FALLBACK = new RegExp(`(?:\\.getSecret\\([^)]*|\\.get\\w*\\("\\w*${SECRET}")\\)\\s*(?:\\?\\?|\\|\\|)`, "i");

/** Lines of a program that contain a literal password or token, or fall back to one. */
function secretLiterals(program: string): string[] {
  const isSetting = /\.(get|require)\w*\("\w+"\)/g;
  return program
    .split("\n")
    .filter((line) => FALLBACK.test(line) || LITERAL.test(line.replace(isSetting, "").replace(/^\s*(\/\/|\*).*/, "")));
}

/** Lines of a document that set a literal secret on a command line. */
function secretsOnCommandLines(text: string): string[] {
  return text.split("\n").filter((line) => /config set .*--secret +[\w:.-]+ +[^\s&|;#]/.test(line));
}

/** Directories with the single files that the docs show. */
const SNIPPETS = ["resources", "data-sources", "emulator"];
const names = foldersIn(EXAMPLES).filter((name) => !SNIPPETS.includes(name));
const projects = [
  ...names.map((name) => ["example", name, path.join(EXAMPLES, name)]),
  ...foldersIn(TEMPLATES).map((name) => ["template", name, path.join(TEMPLATES, name)]),
] as [string, string, string][];

describe.each(projects)("the %s %s", (what, name, folder) => {
  const manifest = manifestIn(folder);
  const packages = { ...manifest.dependencies, ...manifest.devDependencies };
  const programs = programsIn(folder);

  test("installs the packages that it imports", () => {
    const imported = programs.flatMap((file) => ts.preProcessFile(readFileSync(file, "utf8")).importedFiles);
    const needed = imported
      .map(({ fileName }) => fileName)
      .filter((specifier) => !/^(\.|node:)/.test(specifier))
      .map((specifier) =>
        specifier
          .split("/")
          .slice(0, specifier.startsWith("@") ? 2 : 1)
          .join("/"),
      )
      .filter((name) => name !== "pulumi-compute");
    expect(Object.keys(packages)).toEqual(expect.arrayContaining(needed));
  });

  test("installs the package from a file, because its name is not registered, and the tested versions of the others", () => {
    const own = manifestIn(ROOT);
    const tested: Record<string, string> = { ...own.devDependencies, ...own.dependencies };
    for (const [dependency, range] of Object.entries(packages)) {
      if (dependency === "@pulumi/pulumi") expect(own.peerDependencies[dependency]).toBe(`>=${range.slice(1)} <4`);
      else expect([dependency, range]).toEqual([dependency, tested[dependency]]);
    }
    const readme = read(what === "example" ? folder : TEMPLATES, "README.md");
    expect(readme).toMatch(/^ +npm install( --omit=peer)? CLONE\/pulumi-compute-\*\.tgz$/m);
  });

  test("has its own compiler settings if it has something to compile", () => {
    if (!programs.some((file) => file.endsWith(".ts"))) return;
    expect(read(folder, "tsconfig.json")).not.toContain("..");
    expect(packages).toHaveProperty("typescript");
  });

  test("has a README with its settings", () => {
    const table = read(folder, "README.md")
      .split("\n")
      .flatMap((line) => /^\| `([\w:]+)` /.exec(line)?.[1] ?? []);
    const settings = programs
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/config\.(?:get|require)\w*\("(\w+)"\)/g)])
      .map(([, key]) => key);
    expect(table).toEqual(expect.arrayContaining([...new Set(settings)]));
  });

  test("contains no password or token, not even as a default", () => {
    for (const file of programs) expect([file, secretLiterals(readFileSync(file, "utf8"))]).toEqual([file, []]);
    for (const file of filesBelow(folder).filter((one) => one.endsWith(".md"))) {
      expect([file, secretsOnCommandLines(readFileSync(file, "utf8"))]).toEqual([file, []]);
    }
  });
});

describe("the template for pulumi new", () => {
  const folder = path.join(TEMPLATES, "compute-typescript");
  const { template } = parse(read(folder, "Pulumi.yaml")) as {
    template: { config: Record<string, { description?: string; default?: string; secret?: boolean }> };
  };
  const prompts = Object.entries(template.config);

  test("prompts for what the program requires, with a description, and explains it in its README", () => {
    const required = [...read(folder, "index.ts").matchAll(/config\.require\w*\("(\w+)"\)/g)].map(([, key]) => key);
    const asked = prompts.map(([key]) => key).filter((key) => !key.startsWith("compute:"));
    expect(asked.sort()).toEqual([...new Set(required)].sort());
    const readme = read(folder, "README.md");
    expect(prompts.filter(([key]) => !readme.includes(`| \`${key}\``))).toEqual([]);
    expect(prompts.filter(([, { description = "" }]) => description.length <= 10)).toEqual([]);
  });

  test("prompts for passwords and tokens as secrets and has no defaults for them", () => {
    const secret = prompts.filter(([, prompt]) => prompt.secret);
    expect(secret.map(([key]) => key).sort()).toEqual(["compute:token", "rootPass"]);
    for (const [, prompt] of secret) expect(prompt).not.toHaveProperty("default");
  });
});

test.each(names)(
  "the example %s is private, and its package and Pulumi project are named like its directory",
  (name) => {
    const folder = path.join(EXAMPLES, name);
    expect(manifestIn(folder)).toMatchObject({ name, private: true });
    const project = path.join(folder, "Pulumi.yaml");
    if (existsSync(project)) expect(parse(readFileSync(project, "utf8"))).toMatchObject({ name });
  },
);

test("the table of examples lists all of them", () => {
  const table = read(EXAMPLES, "README.md");
  expect(names.filter((name) => !table.includes(`| [${name}](${name}/README.md)`))).toEqual([]);
});

test("the examples of single resources contain no password or token", () => {
  for (const file of SNIPPETS.flatMap((name) => programsIn(path.join(EXAMPLES, name)))) {
    expect([file, secretLiterals(readFileSync(file, "utf8"))]).toEqual([file, []]);
  }
});
