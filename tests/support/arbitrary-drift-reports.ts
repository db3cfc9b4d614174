import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import type { Report } from "../../cli/drift/report";
import { anyText } from "./arbitrary-text";
import { HOSTILE_TEXTS } from "./drift-reports";
import type { Shape } from "./schema-of-type";

const file = path.resolve(__dirname, "..", "..", "docs", "reference", "drift-report.schema.json");
const schema = JSON.parse(readFileSync(file, "utf8")) as Shape & { readonly $defs: Readonly<Record<string, Shape>> };

const hostile = fc.constantFrom(...HOSTILE_TEXTS.filter(({ length }) => length < 1_000));
const text = fc.oneof(anyText({ maxLength: 20 }), hostile);
const time = fc
  .date({ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2099-12-31T23:59:59Z"), noInvalidDate: true })
  .map((date) => date.toISOString());

/** These add lines to a report for people, with texts that other members have, too. */
const LEFT_OUT = ["adoptAll", "within"];

type Values = Record<string, fc.Arbitrary<unknown>>;

/** Values that a part of the schema allows. */
function valuesOf(shape: Shape): fc.Arbitrary<unknown> {
  const { $ref, type, format, items, required } = shape;
  if (typeof $ref === "string") return valuesOf(schema.$defs[$ref.replace("#/$defs/", "")] ?? {});
  if ("const" in shape) return fc.constant(shape["const"]);
  if ("enum" in shape) return fc.constantFrom(...(shape["enum"] as unknown[]));
  if (type === "string") return format === "date-time" ? time : text;
  if (type === "boolean") return fc.boolean();
  if (type === "array") return fc.array(valuesOf(items as Shape), { maxLength: 4 });
  if (type === "object") {
    const members = Object.entries(shape["properties"] as Readonly<Record<string, Shape>>);
    const known = members.filter(([name]) => !LEFT_OUT.includes(name)).map(([name, one]) => [name, valuesOf(one)]);
    return fc.record(Object.fromEntries(known) as Values, { requiredKeys: required as string[] });
  }
  if (type === undefined) return fc.jsonValue({ maxDepth: 2 });
  return fc.integer({ min: shape["minimum"] as number, max: (shape["maximum"] as number | undefined) ?? 5_000 });
}

/** Reports whose parts need not be consistent, except that fixes belong to findings. */
export const anyReport = (valuesOf(schema) as fc.Arbitrary<Report>).map(({ fixes = [], ...report }): Report => {
  const found = fixes.slice(0, report.findings.length);
  const own = found.map((fix, index) => ({ ...fix, fingerprint: report.findings[index]?.fingerprint ?? "" }));
  return own.length === 0 ? report : { ...report, fixes: own };
});
