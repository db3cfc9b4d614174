import { readFileSync } from "node:fs";
import path from "node:path";
import type { Values } from "../../provider/definition/values";

/** The type of a value in a package schema, and what is said about it. */
export interface TypeSpec {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: TypeSpec;
  readonly oneOf?: readonly TypeSpec[];
  readonly secret?: boolean;
  readonly willReplaceOnChanges?: boolean;
  readonly deprecationMessage?: string;
  readonly default?: unknown;
}

type Specs = Readonly<Record<string, TypeSpec>>;

interface ObjectSpec {
  readonly properties: Specs;
  readonly required: readonly string[];
}

interface ResourceSpec extends ObjectSpec {
  readonly inputProperties: Specs;
  readonly requiredInputs: readonly string[];
  readonly aliases: unknown;
}

interface PackageSchema {
  readonly displayName: string;
  readonly logoUrl: string;
  readonly keywords: readonly string[];
  readonly language: Readonly<Record<string, object>>;
  readonly config: { readonly variables: Specs };
  readonly provider: { readonly inputProperties: Specs };
  readonly types: Readonly<Record<string, ObjectSpec | { readonly enum: readonly { readonly value: string }[] }>>;
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  readonly functions: Readonly<Record<string, { readonly inputs?: ObjectSpec; readonly outputs: ObjectSpec }>>;
}

export const SCHEMA_FILE = path.resolve(__dirname, "..", "..", "provider", "native", "schema.json");

export const schema = JSON.parse(readFileSync(SCHEMA_FILE, "utf8")) as PackageSchema;

/** The paths of members that the object lacks, or has with a value of another type. The API may return further ones. */
export function misfits({ properties, required }: ObjectSpec, values: Values, within = ""): string[] {
  return Object.entries(properties).flatMap(([name, spec]) => {
    const [value, path] = [values[name], `${within}${name}`];
    if (value === undefined || value === null) return required.includes(name) ? [path] : [];
    return misfitsOf(spec, value, path);
  });
}

function misfitsOf({ type, $ref, items, oneOf }: TypeSpec, value: unknown, path: string): string[] {
  if (oneOf) return oneOf.some((each) => misfitsOf(each, value, path).length === 0) ? [] : [path];
  if ($ref?.startsWith("#/types/")) return misfitsOfNamed($ref, value, path);
  if ($ref === "pulumi.json#/Any") return [];
  if (items && Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => misfitsOf(items, item, `${path}[${index}]`));
  }
  const found = Number.isInteger(value) && type === "integer" ? "integer" : typeof value;
  return found === ($ref === "pulumi.json#/Asset" ? "object" : type) && !Array.isArray(value) ? [] : [path];
}

function misfitsOfNamed(ref: string, value: unknown, path: string): string[] {
  const named = schema.types[ref.replace("#/types/", "")];
  if (!named) throw new Error(`the schema has no ${ref}`);
  if ("enum" in named) return named.enum.some((each) => each.value === value) ? [] : [path];
  return typeof value === "object" ? misfits(named, value as Values, `${path}.`) : [path];
}
