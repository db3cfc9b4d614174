import Ajv from "ajv";

/** A Kubernetes object as written in a file. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown>;
}

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: "string" };
const flag: Schema = { type: "boolean" };
const integer: Schema = { type: "integer" };
/** Kubernetes' own objects, which are validated elsewhere. */
const open: Schema = { type: "object" };
const list = (items: Schema): Schema => ({ type: "array", items });
const map = (additionalProperties: Schema): Schema => ({ type: "object", additionalProperties });
/** Kubernetes would drop unknown fields silently. */
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => {
  return { type: "object", properties, required, additionalProperties: false };
};

const reference = object(
  {
    type: text,
    literal: object({ value: text }, ["value"]),
    secret: object({ name: text, key: text }, ["name", "key"]),
  },
  ["type"],
);

/** A number with a sign, and a decimal, binary or exponential unit. */
const QUANTITY = /^[+-]?(\d+\.?\d*|\.\d+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?(\d+\.?\d*|\.\d+))?$/;
const quantity: Schema = { anyOf: [integer, text], pattern: QUANTITY.source };
const mount = object({ name: text, mountPath: text, readOnly: flag }, ["name", "mountPath"]);
const podSpec: Schema = {
  ...open,
  properties: {
    containers: list({ ...open, properties: { name: text, volumeMounts: list(mount) }, required: ["name"] }),
  },
  required: ["containers"],
};
const secretKey = object({ name: text, key: text }, ["key"]);
const workspace = object({
  env: list(object({ name: text, value: text, valueFrom: object({ secretKeyRef: secretKey }) }, ["name"])),
  git: object({ dir: text, ref: text, shallow: flag, url: text }),
  image: text,
  podTemplate: object({ spec: podSpec }),
  resources: object({ limits: map(quantity), requests: map(quantity) }),
  securityProfile: text,
  serviceAccountName: text,
});

const stack = object(
  {
    backend: text,
    branch: text,
    config: open,
    continueResyncOnCommitMatch: flag,
    destroyOnFinalize: flag,
    envRefs: map(reference),
    projectRepo: text,
    refresh: flag,
    repoDir: text,
    resyncFrequencySeconds: integer,
    retryMaxBackoffDurationSeconds: integer,
    secretsRef: map(reference),
    serviceAccountName: text,
    shallow: flag,
    stack: text,
    workspaceTemplate: object({ spec: workspace }),
  },
  ["stack"],
);

const resource = (spec: Schema, name: Schema = text): Schema =>
  object({ apiVersion: text, kind: text, metadata: { ...open, properties: { name } }, spec });

/**
 * The operator's resources by version and kind, with the fields that examples/fleet uses. Their types and requirements follow its
 * CustomResourceDefinitions (deploy/crds in its repository, after 2.2.0). The length of a Stack's name is a CEL rule there, not part of the
 * JSON Schema.
 */
const RESOURCES: Readonly<Record<string, Schema>> = {
  "pulumi.com/v1 Stack": resource(stack, { ...text, maxLength: 42 }),
  "auto.pulumi.com/v1alpha1 Workspace": resource(workspace),
};

/** The errors in one of the operator's objects. */
export function problemsOf(manifest: Manifest): string[] {
  const name = `${manifest.apiVersion} ${manifest.kind}`;
  const schema = RESOURCES[name];
  if (schema === undefined) return [`there is no ${name}`];
  const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
  if (validate(manifest)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const field = "additionalProperty" in params ? `: ${params.additionalProperty}` : "";
    return `${instancePath} ${message}${field}`;
  });
}
