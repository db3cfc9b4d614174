import type { Schema } from "../kinds/schema";

/**
 * The part of SARIF 2.1.0 that drift reports use, transcribed from the standard: for each object the members that reports contain,
 * with the standard's requirements. Other members of the standard are rejected here.
 */
const text: Schema = { type: "string" };
const list = (items: Schema): Schema => ({ type: "array", items });
const set = (items: Schema): Schema => ({ type: "array", items, uniqueItems: true });
const index: Schema = { type: "integer", minimum: 0 };
const position: Schema = { type: "integer", minimum: 1 };
const time: Schema = { type: "string", format: "date-time" };
const level: Schema = { enum: ["none", "note", "warning", "error"] };

/** An object with these members: those that the standard requires, and others. */
const object = (
  required: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema => ({
  type: "object",
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

/** It may have any members besides `tags`. */
const propertyBag: Schema = { type: "object", properties: { tags: set(text) } };
const message = object({ text }, { markdown: text });
const uri: Schema = { ...text, format: "uri-reference" };
const artifactLocation = object({}, { uri, uriBaseId: text, description: message });

const descriptor = object(
  { id: text },
  {
    name: text,
    shortDescription: message,
    fullDescription: message,
    help: message,
    defaultConfiguration: object({}, { level }),
  },
);

const region = object({}, { startLine: position, startColumn: position });
const location = object(
  {},
  {
    physicalLocation: object({ artifactLocation }, { region }),
    logicalLocations: set(object({}, { fullyQualifiedName: text, name: text, kind: text })),
  },
);

const notification = object(
  { message },
  { level, locations: list(location), descriptor: object({ id: text }, { index }) },
);

const suppression = object(
  { kind: { enum: ["inSource", "external"] } },
  { status: { enum: ["accepted", "underReview", "rejected"] }, justification: text },
);
const result = object(
  { message },
  {
    ruleId: text,
    ruleIndex: index,
    level,
    locations: list(location),
    partialFingerprints: { type: "object", additionalProperties: text },
    suppressions: set(suppression),
    properties: propertyBag,
  },
);

const invocation = object(
  { executionSuccessful: { type: "boolean" } },
  {
    startTimeUtc: time,
    endTimeUtc: time,
    toolExecutionNotifications: list(notification),
    toolConfigurationNotifications: list(notification),
  },
);

const driver = object({ name: text }, { version: text, rules: set(descriptor), notifications: set(descriptor) });

const run = object(
  { tool: object({ driver }) },
  {
    automationDetails: object({}, { id: text }),
    columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
    originalUriBaseIds: { type: "object", additionalProperties: artifactLocation },
    invocations: list(invocation),
    results: list(result),
  },
);

export const SARIF_SCHEMA = object(
  { version: { const: "2.1.0" }, runs: list(run) },
  { $schema: { ...text, format: "uri" } },
);
