import { writeFileSync } from "node:fs";
import path from "node:path";
import { runInNode } from "../support/run-in-node";
import { temporaryFolder } from "../support/temporary-folder";

describe("the check of the generated pages", () => {
  const PAGES = {
    "resources/Instance.md": "one\n",
    "data-sources/getImage.md": "three\n",
    "removed-inputs.md": "two\n",
  };
  const check = async (folder: string): Promise<string[]> => {
    const body = `return (await load("docs/pages")).wrongPages(input.folder, new Map(Object.entries(input.pages)));`;
    return (await runInNode<string[]>(body, { folder, pages: PAGES })).value;
  };

  test("accepts pages that are up to date, and lists those that are stale or superfluous", async () => {
    const folder = temporaryFolder(PAGES);
    expect(await check(folder)).toEqual([]);
    writeFileSync(path.join(folder, "removed-inputs.md"), "three\n");
    writeFileSync(path.join(folder, "resources", "Teapot.md"), "");
    writeFileSync(path.join(folder, "data-sources", "getTeapot.md"), "");
    expect(await check(folder)).toEqual([
      "docs/reference/removed-inputs.md is not up to date.",
      "docs/reference/resources/Teapot.md documents something that no longer exists.",
      "docs/reference/data-sources/getTeapot.md documents something that no longer exists.",
    ]);
  });
});

describe("the notes on what the engine lane uses", () => {
  const story = (file: string, ...operations: string[]) => ({ file, title: "a story", operations });
  const merge = async (claims: object, records: object[]): Promise<unknown> => {
    const body = `return (await load("docs/operations")).mergedClaims(input.claims, input.records);`;
    return (await runInNode(body, { claims, records })).value;
  };
  const of = (file: string) => ({ file, title: "a story" });

  test("keep what is still true or was not checked, and assign the rest to the first story that uses it", async () => {
    const claims = { "GET /a": of("one"), "GET /b": of("one"), "GET /c": of("elsewhere"), "GET /d": of("one") };
    expect(await merge(claims, [story("one", "GET /a"), story("two", "GET /a", "GET /b", "GET /c", "GET /e")])).toEqual(
      { "GET /a": of("one"), "GET /b": of("two"), "GET /c": of("elsewhere"), "GET /e": of("two") },
    );
  });
});

describe("the docstrings of a folder", () => {
  test("are found for inherited, omitted, alternative and nested members", async () => {
    const folder = temporaryFolder({
      "kind.ts": `
/**
 * One
 * of them.
 *
 *     new Kind();
 */
export class Kind {}
interface Base {
  /** Its name. */
  name: string;
  other: number;
}
interface Inner {
  /** How much. */
  size?: number;
}
export interface KindArgs extends Omit<Base, "other"> {
  /** Parts. */
  parts?: Inner[];
}
type Shown = "parts";
export interface KindState extends Required<Pick<KindArgs, "name" | Shown>> {
  /**
   * Its group.
   * @deprecated Use
   *   parts.
   */
  group?: string;
}
interface ByName {
  /** The name. */
  name: string;
  id?: undefined;
}
interface ById {
  name?: undefined;
  /** The id. */
  id: number;
}
export type FindArgs = (ByName | ById) & {
  /** Whether to wait. */
  wait?: boolean;
};
`,
    });
    const body = `
      const { paragraphsOf, readSources } = await load("docs/sources");
      const sources = readSources(input);
      const members = sources.membersOf("KindArgs");
      return {
        kind: paragraphsOf(sources.classDoc("Kind")),
        members: [...members].map(([name, { doc }]) => [name, doc]),
        state: [...sources.membersOf("KindState")].map(([name, { isOptional, deprecated }]) => [name, isOptional, deprecated]),
        alternatives: [...sources.membersOf("FindArgs")].map(([name, { doc }]) => [name, doc]),
        below: [...sources.membersBelow(members.get("parts"))].map(([name, { doc }]) => [name, doc]),
      };`;
    expect((await runInNode(body, folder)).value).toEqual({
      kind: { prose: ["One of them."], program: "new Kind();" },
      members: [
        ["name", "Its name."],
        ["parts", "Parts."],
      ],
      state: [
        ["name", false, ""],
        ["parts", false, ""],
        ["group", true, "Use parts."],
      ],
      alternatives: [
        ["name", "The name."],
        ["id", "The id."],
        ["wait", "Whether to wait."],
      ],
      below: [["size", "How much."]],
    });
  });
});

describe("what the pages show of a preview's warnings", () => {
  const warnings = async (rule: string): Promise<string[]> => {
    const folder = temporaryFolder({ "lamp.ts": "/** A lamp\n * without a bulb. */\nfunction lacksBulb() {}\n" });
    const body = `
      const { readSources } = await load("docs/sources");
      const { warningsOf } = await load("docs/validation");
      const definition = { args: { bulb: ${rule} }, identity: { by: [] } };
      return warningsOf(definition, { sources: readSources(input), linkTo: String });`;
    return (await runInNode<string[]>(body, folder)).value;
  };

  test("is the docstring of the function that warns", async () => {
    expect(await warnings("{ warning: function lacksBulb() {} }")).toEqual(["`bulb`: A lamp without a bulb."]);
  });

  test("is never empty: a function without a name or a docstring is an error", async () => {
    const message = /The rule "warning" needs a name and a docstring/;
    await expect(warnings("{ warning: () => undefined }")).rejects.toThrow(message);
  });
});

describe("the page of messages", () => {
  test("lists what the emulator prints at startup, but not its API responses", async () => {
    const folder = temporaryFolder({
      "provider/api/client.ts": "context.warn(`No lamp at ${url}.`);\nnew Error(`an error for nobody`);\n",
      "cli/emulator.ts": "new UsageError(`--lamp must be on or off.`);\n",
      "emulator/http/server.ts": `
function start(port) {
  if (port < 0) throw new Error("unreachable: the negative port was reported above");
  process.stderr.write(\`emulator: port \${port} is unusual.\\n\`);
  return new Error(\`Port \${port} is in use.\`);
}
function respond(text) {
  if (text === "lamp") throw new ApiError(400, [{ reason: "must not be a lamp" }]);
  return { reason: "Lamps are not allowed" };
}
`,
    });
    const body = `return (await load("docs/messages-page")).messagesPage(input);`;
    const lines = (await runInNode<string>(body, folder)).value.split("\n").filter((line) => /^(- |#+ )/.test(line));
    expect(lines.filter((line) => !line.startsWith("## ") || line.includes("emulator"))).toEqual([
      "# Messages",
      "### `provider/api/client.ts`",
      "- Warning: No lamp at {url}.",
      "## `pulumi-compute emulator`",
      "### `cli/emulator.ts`",
      "- Error: --lamp must be on or off.",
      "### `emulator/http/server.ts`",
      "- Warning: emulator: port {port} is unusual.",
      "- Error: Port {port} is in use.",
    ]);
  });
});

describe("the check of the public names", () => {
  const REPORT = `
// @public
export interface Lamp {
export const getLamps: (args?: GetLampsArgs) => Promise<GetLampsResult>;
export type Colour = "red" | "green";
// @public
interface Bulb_2 {
export { Bulb_2 as Bulb }
interface Hidden {
`;
  const check = async (pages: object): Promise<string[]> => {
    const folder = temporaryFolder({ "package.api.md": REPORT });
    const body = `
      const { publicNames, undocumented } = await load("docs/sources");
      return undocumented(publicNames([input.file]), new Map(Object.entries(input.pages)));`;
    return (await runInNode<string[]>(body, { file: path.join(folder, "package.api.md"), pages })).value;
  };

  test("accepts names in headings, signatures and tables", async () => {
    const pages = { "one.md": "# Lamp\n\n| `Colour` | a colour |\n", "two.md": "getLamps(args)\n### Bulbs: `Bulb`\n" };
    expect(await check(pages)).toEqual([]);
  });

  test("lists names that are only mentioned, or not at all", async () => {
    const pages = { "one.md": "# Lamps\n\nA Lamp has a `Colour`.\n| `lamp` | a Bulb |\n" };
    expect(await check(pages)).toEqual(
      ["Lamp", "getLamps", "Colour", "Bulb"].map((name) => `${name} is exported, but no page documents it.`),
    );
  });
});

describe("the text of a docstring for users", () => {
  test.each([
    ["A backup (Linode API v4, Backup View).", "A backup."],
    ["A snapshot (Linode API v4,\nManaged Databases): once.", "A snapshot: once."],
    ["Refused (Linode API v4, Domains and Domain Records), twice.", "Refused, twice."],
    ["Needs a week (known from the service, not from the\ndocuments).", "Needs a week."],
    ["A letter (a document with a stamp) stays.", "A letter (a document with a stamp) stays."],
  ])("of %j is %j", async (docstring, text) => {
    const body = `return (await load("docs/sources")).withoutCitations(input);`;
    expect((await runInNode(body, docstring)).value).toBe(text);
  });
});

describe("the prose of a page", () => {
  const page = async (...blocks: unknown[]): Promise<string> =>
    (await runInNode<string>(`return (await load("docs/markdown")).page(...input);`, blocks)).value;
  const words = (count: number): string => Array.from({ length: count }, (_, n) => `word${n % 10}`).join(" ");

  test("is wrapped at 120 characters, with the lines of a list item indented", async () => {
    const lines = (await page(words(40), [`- ${words(40)}`])).split("\n");
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
    expect(lines.slice(3).map((line) => line.slice(0, 3))).toEqual(["- w", "  w", "  w", ""]);
  });

  test("starts no line with characters that would make it a list or a heading", async () => {
    const text = `${words(19)} abc - def ${words(5)}`;
    expect((await page(text)).split("\n").map((line) => line.trimStart().slice(0, 2))).not.toContain("- ");
    expect((await page(text)).replace(/\n/g, " ").trim()).toBe(text);
  });

  test("leaves tables and programs as they are", async () => {
    const [row, line] = [`| ${words(40)} |`, `const all = "${words(40)}";`];
    expect(await page([row], ["```ts", line, "```"])).toBe(`${row}\n\n\`\`\`ts\n${line}\n\`\`\`\n`);
  });
});

describe("the sources of the data sources", () => {
  test("provide types, docstring, errors and forms of each", async () => {
    const folder = temporaryFolder({
      "lamps.ts": `
const lamps = openDataSource<GetLampsArgs, GetLampsResult>(getLampsRule);
const key = dataSource<GetKeyArgs, GetKeyResult>(getKeyRule);
/** All lamps (Linode API v4, Lamps). */
export const getLamps = lamps.now;
/** All lamps, as an output. */
export const getLampsOutput = lamps.output;
/**
 * The key of a lamp.
 * @throws when there is no such lamp,
 *   or it has no key.
 */
export const getKeyOutput = key.output;
`,
    });
    const body = `return [...(await load("docs/data-source-pages")).readDataSources(input)];`;
    expect((await runInNode(body, folder)).value).toEqual([
      [
        "getLamps",
        { doc: "All lamps.", throws: "", args: "GetLampsArgs", result: "GetLampsResult", isPlain: true, isOpen: true },
      ],
      [
        "getKey",
        {
          doc: "The key of a lamp.",
          throws: "when there is no such lamp, or it has no key.",
          args: "GetKeyArgs",
          result: "GetKeyResult",
          isPlain: false,
          isOpen: false,
        },
      ],
    ]);
  });
});
