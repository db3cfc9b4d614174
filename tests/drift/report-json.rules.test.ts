import { readFileSync } from "node:fs";
import path from "node:path";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import fc from "fast-check";
import type { Report } from "../../cli/drift/report";
import { FORMATS } from "../../cli/drift/formats";
import { anyReport } from "../support/arbitrary-drift-reports";
import { CLEAN, DRIFTED, EMPTY, HOSTILE, largeReport, MODIFIED } from "../support/drift-reports";
import { shapeOfSchema, shapeOfType } from "../support/schema-of-type";
import type { Shape } from "../support/schema-of-type";

const PROJECT = path.resolve(__dirname, "../..");
const schema = JSON.parse(readFileSync(path.join(PROJECT, "docs/reference/drift-report.schema.json"), "utf8"));
const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats(ajv);
const validate = ajv.compile(schema);

const WIDE = { color: false, columns: 120 };
const written = (report: Report) => JSON.parse(FORMATS.json(report, WIDE));
const problems = (value: unknown) => (validate(value) ? [] : (validate.errors ?? []));

const SAMPLES = { CLEAN, DRIFTED, EMPTY, HOSTILE, MODIFIED, large: largeReport(50) };

test.each(Object.entries(SAMPLES))("the JSON of %s equals the report and matches the schema", (_name, report) => {
  expect(written(report)).toEqual(report);
  expect(problems(written(report))).toEqual([]);
});

test("the JSON of any report equals the report and matches the schema", () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      expect(written(report)).toEqual(JSON.parse(JSON.stringify(report)));
      expect(problems(written(report))).toEqual([]);
    }),
  );
});

test("escapes characters that a terminal would interpret", () => {
  expect(FORMATS.json(HOSTILE, WIDE)).not.toMatch(/(?!\n)[\p{Cc}\u200f\u202e\u2028]/u);
});

test("the schema has exactly the members of the interfaces, with their types", () => {
  const declared = shapeOfType(path.join(PROJECT, "cli/drift/report.ts"), "Report");
  expect(shapeOfSchema(schema, schema.$defs)).toEqual(declared);
});

describe("the schema rejects a report", () => {
  /** Every object in the schema, with its location in the sample. */
  const places = placesOf(schema, DRIFTED);

  test("with an unknown member at any place", () => {
    const accepted = places.filter(({ pointer }) => problems(changed(pointer, (at) => (at["other"] = 1))).length === 0);
    expect(accepted).toEqual([]);
  });

  test("without a required member at any place", () => {
    const lacking = places.flatMap(({ pointer, required }) => required.map((name) => ({ pointer, name })));
    const accepted = lacking.filter(({ pointer, name }) => {
      return problems(changed(pointer, (at) => delete at[name])).length === 0;
    });
    expect(lacking.length).toBeGreaterThan(100);
    expect(accepted).toEqual([]);
  });
});

test("every member has a description", () => {
  const all = [schema, schema.properties.tool, ...Object.values<Shape>(schema.$defs)];
  const members = all.flatMap(({ properties }) => Object.values<Shape>(properties));
  const isDescribed = (member: Shape): boolean => "description" in { ...definitionOf(member), ...member };
  expect(members.filter((member) => !isDescribed(member))).toEqual([]);
});

function definitionOf(member: Shape): Shape {
  return schema.$defs[String(member["$ref"]).replace("#/$defs/", "")] ?? {};
}

interface Place {
  readonly pointer: readonly (string | number)[];
  readonly required: readonly string[];
}

function placesOf(node: Shape, value: unknown, ...pointer: (string | number)[]): Place[] {
  const shape = shapeOfSchema(node, schema.$defs) as { type?: string; properties?: object; required?: string[] };
  if (Array.isArray(value) && shape.type === "array") {
    return value.flatMap((item, index) => placesOf((shape as { items?: Shape }).items ?? {}, item, ...pointer, index));
  }
  if (shape.type !== "object" || typeof value !== "object" || value === null) return [];
  const members = Object.entries(shape.properties ?? {}) as [string, Shape][];
  const inside = members.flatMap(([name, member]) => placesOf(member, (value as Shape)[name], ...pointer, name));
  return [{ pointer, required: shape.required ?? [] }, ...inside];
}

/** A copy of the sample with one object changed. */
function changed(pointer: readonly (string | number)[], change: (at: Record<string, unknown>) => void): unknown {
  const copy = structuredClone(DRIFTED) as unknown as Record<string, unknown>;
  change(pointer.reduce<Record<string, unknown>>((at, step) => at[step] as Record<string, unknown>, copy));
  return copy;
}
