import type { ErrorObject, ValidateFunction } from "ajv";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { ANSWERS, operationOf } from "./by-route";
import { FAILURE } from "../../kinds/schema";
import type { Schema } from "../../kinds/schema";

/** A JSON response with its request. */
export interface CheckedAnswer {
  readonly method: string;
  /** The path after the origin, as sent. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
  /** The brand. */
  readonly brand: string;
}

/** What another brand may do: show more fields, and use its own name in ids. */
const BRANDED = new Set(["additionalProperties", "pattern"]);

/** Longer values are truncated in messages. */
const SHOWN_CHARACTERS = 2_000;

// A separate test validates the schemas themselves (tests/emulator/schemas.emulator.test.ts).
const ajv = new Ajv({ validateSchema: false, allErrors: true, allowUnionTypes: true, strictRequired: true });
addFormats(ajv);
const validators = new Map<Schema, ValidateFunction>();

/**
 * Compares a response to a path after the version segment with the schema of its operation, or of errors.
 * @throws Error that names the request and everything that is wrong.
 */
export function checkAnswer({ method, path, status, body, brand }: CheckedAnswer): void {
  const schema = status >= 400 ? FAILURE : schemaOf(method, path, brand);
  if (schema === undefined || !/^\/+v4(beta)?(\/|$)/.test(path)) return;
  const problems = problemsOf(schema, body).filter(({ keyword }) => brand === "compute" || !BRANDED.has(keyword));
  if (problems.length === 0) return;
  const lines = problems.map(({ instancePath, message, params }) => {
    return `  ${instancePath === "" ? "/" : instancePath} ${message} ${JSON.stringify(params)}`;
  });
  const shown = JSON.stringify(body).slice(0, SHOWN_CHARACTERS);
  throw new Error(`${method} ${path} answered ${status}, against the documents:\n${lines.join("\n")}\n  ${shown}`);
}

function schemaOf(method: string, path: string, brand: string): Schema | undefined {
  const route = operationOf(method, documentedPath(path, brand));
  return route === undefined ? undefined : ANSWERS[route];
}

/** The path after the version segment, decoded, with `compute` as the brand. */
function documentedPath(path: string, brand: string): string {
  const [, ...segments] = new URL(`http://host${path}`).pathname.split("/").filter(Boolean).map(decoded);
  return segments.map((segment, index) => `/${index === 0 && segment === brand ? "compute" : segment}`).join("");
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function problemsOf(schema: Schema, body: unknown): ErrorObject[] {
  let validate = validators.get(schema);
  if (validate === undefined) validators.set(schema, (validate = ajv.compile(schema)));
  return validate(body) ? [] : (validate.errors ?? []);
}
