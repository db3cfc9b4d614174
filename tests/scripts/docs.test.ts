import { writeFileSync } from "node:fs";
import path from "node:path";
import { runInNode } from "./run-in-node";
import { temporaryFolder } from "../support/temporary-folder";

describe("the check of the generated pages", () => {
  const PAGES = { "resources/Instance.md": "one\n", "removals.md": "two\n" };
  const check = async (folder: string): Promise<string[]> => {
    const body = `return (await load("docs/compare")).wrongPages(input.folder, new Map(Object.entries(input.pages)));`;
    return (await runInNode<string[]>(body, { folder, pages: PAGES })).value;
  };

  test("accepts pages that are as they should be, and names those that are stale, missing or too many", async () => {
    const folder = temporaryFolder(PAGES);
    expect(await check(folder)).toEqual([]);
    writeFileSync(path.join(folder, "removals.md"), "three\n");
    writeFileSync(path.join(folder, "resources", "Teapot.md"), "");
    expect(await check(folder)).toEqual([
      "docs/removals.md is not up to date.",
      "docs/resources/Teapot.md belongs to no resource kind.",
    ]);
  });
});

describe("the notes on what the engine lane uses", () => {
  const story = (file: string, ...operations: string[]) => ({ file, title: "a story", operations });
  const merge = async (claims: object, records: object[]): Promise<unknown> => {
    const body = `return (await load("docs/claims")).mergedClaims(input.claims, input.records);`;
    return (await runInNode(body, { claims, records })).value;
  };
  const of = (file: string) => ({ file, title: "a story" });

  test("keep what is still true, or was not looked at, and give the rest to the first story that uses it", async () => {
    const claims = { "GET /a": of("one"), "GET /b": of("one"), "GET /c": of("elsewhere"), "GET /d": of("one") };
    expect(await merge(claims, [story("one", "GET /a"), story("two", "GET /a", "GET /b", "GET /c", "GET /e")])).toEqual(
      { "GET /a": of("one"), "GET /b": of("two"), "GET /c": of("elsewhere"), "GET /e": of("two") },
    );
  });
});

describe("the docstrings of a folder", () => {
  test("are found for members that are inherited, left out, or below others", async () => {
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
`,
    });
    const body = `
      const { readSources, paragraphsOf } = await load("docs/sources");
      const sources = readSources(input);
      const members = sources.membersOf("KindArgs");
      return {
        kind: paragraphsOf(sources.classDoc("Kind")),
        members: [...members].map(([name, { doc }]) => [name, doc]),
        below: [...sources.membersBelow(members.get("parts"))].map(([name, { doc }]) => [name, doc]),
      };`;
    expect((await runInNode(body, folder)).value).toEqual({
      kind: { prose: ["One of them."], program: "new Kind();" },
      members: [
        ["name", "Its name."],
        ["parts", "Parts."],
      ],
      below: [["size", "How much."]],
    });
  });
});
