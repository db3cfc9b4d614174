import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { kinds as everyKind } from "../../provider/resources/registry";
import { DOCUMENT_1 } from "./rules/document-1";
import { DOCUMENT_2 } from "./rules/document-2";
import { DOCUMENT_3 } from "./rules/document-3";

/** A row of docs/reference/validation.md about what only the API can reject. */
interface Row {
  readonly kinds: readonly string[];
  readonly refused: string;
  readonly section: string;
  /** The id of a tested rule, or a test as "FILE: its name". */
  readonly proof: string;
}

const ROOT = path.join(__dirname, "..", "..");
const rows = JSON.parse(readFileSync(path.join(ROOT, "scripts", "docs", "service-refusals.json"), "utf8")) as Row[];
const rules = [...DOCUMENT_1, ...DOCUMENT_2, ...DOCUMENT_3];

test.each(rows)("only the API can reject this, and a test proves it: $refused", ({ kinds, section, proof }) => {
  const known = ["all kinds", ...everyKind.map(({ kind }) => kind)];
  expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
  expect(section).toMatch(/^(Linode API v4|known from the service)/);
  const [, file, name = ""] = /^(tests\/\S+): (.+)$/.exec(proof) ?? [];
  if (file === undefined) {
    expect(rules.filter(({ id }) => id === proof)).toMatchObject([{ test: expect.any(Function) as unknown }]);
    return;
  }
  const source = path.join(ROOT, file);
  expect(existsSync(source) && readFileSync(source, "utf8").includes(`("${name}", `)).toBe(true);
});
