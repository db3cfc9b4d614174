import { writeFileSync } from "node:fs";
import path from "node:path";
import { runInNode } from "../support/run-in-node";
import { temporaryFolder } from "../support/temporary-folder";

// What the generator writes is compared with the pages in docs/reference/ by `npm run check`. These are its errors, and what no page has.

test("the check of the generated pages lists those that are stale or superfluous", async () => {
  const pages = {
    "resources/Instance.md": "one\n",
    "data-sources/getImage.md": "three\n",
    "removed-inputs.md": "two\n",
  };
  const folder = temporaryFolder(pages);
  const check = async (): Promise<string[]> => {
    const body = `return (await load("docs/pages")).wrongPages(input.folder, new Map(Object.entries(input.pages)));`;
    return (await runInNode<string[]>(body, { folder, pages })).value;
  };
  expect(await check()).toEqual([]);
  writeFileSync(path.join(folder, "removed-inputs.md"), "three\n");
  writeFileSync(path.join(folder, "resources", "Teapot.md"), "");
  writeFileSync(path.join(folder, "data-sources", "getTeapot.md"), "");
  expect(await check()).toEqual([
    "docs/reference/removed-inputs.md is not up to date.",
    "docs/reference/resources/Teapot.md documents something that no longer exists.",
    "docs/reference/data-sources/getTeapot.md documents something that no longer exists.",
  ]);
});

describe("the generator of the provider's code", () => {
  const lamp = `
    const define = <Args, State>(definition: object) => definition;
    /** Inputs of a Lamp. */
    export interface LampArgs {}
    export interface LampState {}
    /** A lamp. */
    export const lamp = define<LampArgs, LampState>({ kind: "Lamp", noun: "lamp" });`;
  const lamps = `
    const defineDataSource = <Args, Result>(rule: object) => rule;
    /** The lamps: all of them. */
    export const getLampsRule = defineDataSource<Record<string, never>, LampState[]>({ name: "getLamps" });`;
  const shop = `export class Shop {}`;
  const generated = async (files: Record<string, string>): Promise<string> => {
    const body = `return Object.fromEntries(await (await load("docs/code")).generatedCode(input));`;
    const { value } = await runInNode<Record<string, string>>(body, temporaryFolder(files));
    return Object.values(value).join("");
  };

  test("needs only the modules that declare something, and keeps the classes that stand in sdk/resources/", async () => {
    const code = await generated({
      "resources/lamp.ts": lamp,
      "resources/shop.ts": lamp.replaceAll("Lamp", "Shop").replace("const lamp", "const shop"),
      "data-sources/lamps.ts": lamps,
      "sdk/resources/shop.ts": shop,
    });
    expect(code).toContain("export const kinds: readonly Definition[] = [lamp, shop];");
    expect(code).toMatch(
      /\/\*\* A lamp\. \*\/\nexport class Lamp extends resourceClass<Lamp, LampArgs, LampState>\(lamp\)/,
    );
    expect(code).toContain("fails if none has this ID");
    expect(code).toContain('export * from "../resources/shop";');
    expect(code).not.toContain("class Shop");
    expect(code).toMatch(/\/\*\* The lamps, as an output\. \*\/\nexport const getLampsOutput = /);
    expect(code).toContain('export const Shop = nativeClass<typeof resources.Shop>("Shop");');
  });

  test("requires the docstrings", async () => {
    const files = { "data-sources/lamps.ts": lamps, "sdk/resources/shop.ts": shop };
    const silent = lamp.replace("/** A lamp. */", "");
    await expect(generated({ ...files, "resources/lamp.ts": silent })).rejects.toThrow("lamp needs a docstring");
  });
});

test("exported names that pages only mention, or do not have, are listed", async () => {
  const text = `
export interface Lamp {}
export const getLamps = (): Lamp[] => [];
export type Colour = "red" | "green";
interface Bulb_2 {}
export { type Bulb_2 as Bulb };
interface Hidden {}
`;
  const pages = { "one.md": "# Lamps\n\nA Lamp has a `Colour`.\n| `lamp` | a Bulb |\n" };
  const body = `
    const { readSources, undocumented } = await load("docs/sources");
    return undocumented([...readSources(input.file).exportedNames], new Map(Object.entries(input.pages)));`;
  const file = path.join(temporaryFolder({ "lamps.ts": text }), "lamps.ts");
  expect((await runInNode(body, { file, pages })).value).toEqual(
    ["Lamp", "getLamps", "Colour", "Bulb"].map((name) => `${name} is exported, but no page documents it.`),
  );
});
