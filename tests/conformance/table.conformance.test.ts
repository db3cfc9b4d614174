import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { kinds as everyKind } from "../../provider/resources/registry";
import { readClaims, titlesIn } from "../support/engine-operations";
import type { Rule } from "./rule";
import { DOCUMENTS } from "./rules/documents";
import { conformanceTable, operationRows } from "./table";

const ROOT = path.join(__dirname, "..", "..");
const FILE = path.join(ROOT, "docs", "reference", "conformance.md");

const RULES = DOCUMENTS.flatMap(({ rules }): readonly Rule[] => rules);

describe("the rules of the documents", () => {
  test("have unique ids of document and subject", () => {
    const ids = RULES.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^\d(\.[\w-]+)+$/.test(id))).toEqual([]);
  });

  test("are listed under the document that they name", () => {
    for (const [index, { rules }] of DOCUMENTS.entries()) {
      const document = index + 1;
      const elsewhere = rules.filter(
        ({ id, section }) => !id.startsWith(`${document}.`) || !section.startsWith(`Document ${document}, `),
      );
      expect(elsewhere.map(({ id, section }) => [id, section])).toEqual([]);
    }
  });

  test("refer to existing tests if they are untestable themselves", () => {
    const ids = new Set(RULES.map(({ id }) => id));
    const named = RULES.flatMap((rule) =>
      "untestable" in rule
        ? [...rule.untestable.matchAll(/`(\d\.[^`]+|tests\/[^`]+)`/g)].map(([, name = ""]) => name)
        : [],
    );
    expect(named.filter((name) => !ids.has(name) && !existsSync(path.join(ROOT, name)))).toEqual([]);
  });

  test("are listed in docs/reference/conformance.md", () => {
    const text = conformanceTable(DOCUMENTS, operationRows());
    if (process.env.UPDATE_DOCS === "1") writeFileSync(FILE, text);
    if (!existsSync(FILE) || readFileSync(FILE, "utf8") !== text) {
      throw new Error("docs/reference/conformance.md is not what the rules say. Run: npm run docs");
    }
  });
});

describe("the operations of the documents", () => {
  const without = (column: "through" | "story"): string[] =>
    operationRows().flatMap(({ operation, [column]: cell }) =>
      cell === undefined || cell.length === 0 ? [operation] : [],
    );

  test("are each reached through a resource or a data source", () => {
    expect(without("through")).toEqual([]);
  });

  test("are each used in a story of the engine lane (if not: write one, and run npm run docs:operations)", () => {
    expect(without("story")).toEqual([]);
  });

  test("refer to existing stories", () => {
    const known = new Set(operationRows().map(({ operation }) => operation));
    const lost = Object.entries(readClaims()).filter(([operation, { file, title }]) => {
      const full = path.join(ROOT, file);
      return !known.has(operation) || !existsSync(full) || !titlesIn(full).includes(title);
    });
    expect(lost).toEqual([]);
  });
});

/** A row of docs/reference/validation.md about what only the API can reject. */
interface Refusal {
  readonly kinds: readonly string[];
  readonly refused: string;
  readonly section: string;
  /** The id of a tested rule, or a test as "FILE: its name". */
  readonly proof: string;
}

const REFUSALS = JSON.parse(
  readFileSync(path.join(ROOT, "scripts", "docs", "service-refusals.json"), "utf8"),
) as Refusal[];

test.each(REFUSALS)("only the API can reject this, and a test proves it: $refused", ({ kinds, section, proof }) => {
  const known = ["all kinds", ...everyKind.map(({ kind }) => kind)];
  expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
  expect(section).toMatch(/^(Linode API v4|known from the service)/);
  const [, file, name = ""] = /^(tests\/\S+): (.+)$/.exec(proof) ?? [];
  if (file === undefined) {
    expect(RULES.filter(({ id }) => id === proof)).toMatchObject([{ test: expect.any(Function) }]);
    return;
  }
  const source = path.join(ROOT, file);
  expect(existsSync(source) && readFileSync(source, "utf8").includes(`("${name}", `)).toBe(true);
});
