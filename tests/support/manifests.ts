import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Ajv from "ajv";
import { parseAllDocuments } from "yaml";
import type { Schema } from "./operator-schema";

/** A Kubernetes object as written in a file. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown>;
}

interface Definition {
  readonly kind: string;
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
}

/** Every object in the YAML files of a folder. */
export function manifestsIn(folder: string): Manifest[] {
  return objectsIn(folder) as Manifest[];
}

/** The schemas of the CustomResourceDefinitions in a folder, by version and kind. */
export function definitionsIn(folder: string): Record<string, Schema> {
  const definitions = (objectsIn(folder) as Definition[]).filter(({ kind }) => kind === "CustomResourceDefinition");
  const schemas = definitions.flatMap(({ spec: { group, names, versions } }) =>
    versions.map(({ name, schema }) => [`${group}/${name} ${names.kind}`, schema.openAPIV3Schema] as const),
  );
  return Object.fromEntries(schemas);
}

/** The errors in an object, including unknown fields, which Kubernetes would drop silently. */
export function problemsOf(manifest: Manifest, schemas: Readonly<Record<string, Schema>>): string[] {
  const name = `${manifest.apiVersion} ${manifest.kind}`;
  const schema = schemas[name];
  if (schema === undefined) return [`there is no ${name}`];
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
  const validate = ajv.compile(closed(schema));
  if (validate(manifest)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const field = "additionalProperty" in params ? `: ${params.additionalProperty}` : "";
    return `${instancePath} ${message}${field}`;
  });
}

/** The same schema without additional fields. */
function closed(schema: Schema): Schema {
  const { properties, items, additionalProperties } = schema;
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true || additionalProperties !== undefined;
  const each = properties && Object.entries(properties).map(([name, inner]) => [name, closed(inner)] as const);
  return {
    ...schema,
    ...(each && { properties: Object.fromEntries(each) }),
    ...(each && !isOpen && { additionalProperties: false }),
    ...(items && { items: closed(items) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: closed(additionalProperties) }),
  };
}

function objectsIn(folder: string): unknown[] {
  const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
  return files.flatMap((name) => {
    const documents = parseAllDocuments(readFileSync(path.join(folder, name), "utf8"));
    return documents.map((document) => document.toJS({ maxAliasCount: -1 }) as unknown).filter(Boolean);
  });
}
