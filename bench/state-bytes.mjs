import { readdirSync, statSync } from "node:fs";
import path from "node:path";

/** The parts of a resource's state, in the order of the report. */
export const PARTS = [
  "properties",
  "loader text",
  "hidden options",
  "property dependencies",
  "stack trace",
  "the rest",
];

const TRACE = ["stackTrace", "sourcePosition"];
const DEPENDENCIES = ["propertyDependencies", "dependencies"];
const PROPERTIES = ["inputs", "outputs"];

/** The average size of a resource in an exported deployment, in bytes, by part. The stack and providers don't count. */
export function stateBytes({ deployment }) {
  const counted = deployment.resources.filter(({ type }) => !/^pulumi:(pulumi|providers):/.test(type));
  const parts = Object.fromEntries(PARTS.map((part) => [part, 0]));
  for (const resource of counted) {
    for (const [part, bytes] of Object.entries(partsOf(resource))) parts[part] += bytes;
  }
  const perResource = Object.entries(parts).map(([part, bytes]) => [part, Math.round(bytes / (counted.length || 1))]);
  return {
    resources: counted.length,
    perResource: perResource.reduce((sum, [, bytes]) => sum + bytes, 0),
    parts: Object.fromEntries(perResource),
  };
}

/** The size of the file in which the file backend stores a stack. Its backups and history have longer names. */
export function storedBytes(backend, stack) {
  const file = readdirSync(backend, { recursive: true }).find((one) => path.basename(one) === `${stack}.json`);
  return statSync(path.join(backend, file)).size;
}

/** Bytes of compact JSON. "The rest" includes braces and names. */
function partsOf(resource) {
  const parts = { "stack trace": 0, "property dependencies": 0, "loader text": 0, "hidden options": 0, properties: 0 };
  for (const [key, value] of Object.entries(resource)) {
    if (TRACE.includes(key)) parts["stack trace"] += member(key, value);
    if (DEPENDENCIES.includes(key)) parts["property dependencies"] += member(key, value);
    if (!PROPERTIES.includes(key)) continue;
    for (const [name, property] of Object.entries(value ?? {})) parts[partOf(name)] += member(name, property);
  }
  const known = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
  return { ...parts, "the rest": Buffer.byteLength(JSON.stringify(resource)) - known };
}

function partOf(property) {
  if (property === "__provider") return "loader text";
  return property.startsWith("__") ? "hidden options" : "properties";
}

/** `"key":value,` */
function member(key, value) {
  return Buffer.byteLength(`${JSON.stringify(key)}:${JSON.stringify(value)}`);
}
