/** A schema as in a CustomResourceDefinition's `openAPIV3Schema`. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly [keyword: string]: unknown;
}

const text: Schema = { type: "string" };
const flag: Schema = { type: "boolean" };
const integer: Schema = { type: "integer" };
/** Nested deeper than transcribed here. */
const open: Schema = { "x-kubernetes-preserve-unknown-fields": true };
const openObject: Schema = { type: "object", ...open };
const list = (items: Schema): Schema => ({ type: "array", items });
const map = (additionalProperties: Schema): Schema => ({ type: "object", additionalProperties });
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  required,
});

const keyReference = object({ name: text, key: text, optional: flag }, ["key"]);
const reference = object(
  {
    type: text,
    env: object({ name: text }, ["name"]),
    filesystem: object({ path: text }, ["path"]),
    literal: object({ value: text }, ["value"]),
    secret: object({ name: text, key: text }, ["name", "key"]),
  },
  ["type"],
);

/** A number with a sign, and a decimal, binary or exponential unit. */
const QUANTITY = /^[+-]?(\d+\.?\d*|\.\d+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?(\d+\.?\d*|\.\d+))?$/;
const quantity: Schema = { anyOf: [integer, text], pattern: QUANTITY.source };
const resources = object({ claims: list(open), limits: map(quantity), requests: map(quantity) });
const mount = object(
  {
    name: text,
    mountPath: text,
    readOnly: flag,
    subPath: text,
    subPathExpr: text,
    mountPropagation: text,
    recursiveReadOnly: text,
  },
  ["name", "mountPath"],
);
const podTemplate = object({
  metadata: object({ labels: map(text), annotations: map(text) }),
  // Kubernetes' own pod spec, which is validated elsewhere.
  spec: {
    ...openObject,
    properties: { containers: list({ ...object({ name: text, volumeMounts: list(mount) }, ["name"]), ...open }) },
    required: ["containers"],
  },
});

const valueSource = object({
  configMapKeyRef: keyReference,
  secretKeyRef: keyReference,
  fieldRef: object({ apiVersion: text, fieldPath: text }, ["fieldPath"]),
  resourceFieldRef: object({ containerName: text, divisor: quantity, resource: text }, ["resource"]),
});

const workspace = object({
  env: list(object({ name: text, value: text, valueFrom: valueSource }, ["name"])),
  envFrom: list(open),
  flux: openObject,
  git: object({ auth: openObject, dir: text, ref: text, shallow: flag, url: text }),
  image: text,
  imagePullPolicy: text,
  local: openObject,
  podTemplate,
  pulumiLogLevel: integer,
  resources,
  securityProfile: text,
  serviceAccountName: text,
  stacks: list(open),
});

const stack = object(
  {
    backend: text,
    branch: text,
    commit: text,
    config: open,
    configRef: map(openObject),
    continueResyncOnCommitMatch: flag,
    destroyOnFinalize: flag,
    envRefs: map(reference),
    environment: list(text),
    expectNoRefreshChanges: flag,
    fluxSource: openObject,
    gitAuth: openObject,
    prerequisites: list(open),
    preview: flag,
    programRef: openObject,
    projectRepo: text,
    refresh: flag,
    repoDir: text,
    resyncFrequencySeconds: integer,
    retryMaxBackoffDurationSeconds: integer,
    retryOnUpdateConflict: flag,
    secretsProvider: text,
    secretsRef: map(reference),
    serviceAccountName: text,
    shallow: flag,
    stack: text,
    targetDependents: flag,
    targets: list(text),
    updateTemplate: openObject,
    useLocalStackOnly: flag,
    workspaceReclaimPolicy: { type: "string", enum: ["Retain", "Delete"] },
    workspaceTemplate: object({ apiVersion: text, kind: text, metadata: openObject, spec: workspace }),
  },
  ["stack"],
);

const resource = (spec: Schema, name: Schema = text): Schema =>
  object({ apiVersion: text, kind: text, metadata: { ...openObject, properties: { name } }, spec });

/**
 * The operator's resources by version and kind. Fields, types and requirements follow its CustomResourceDefinitions
 * (deploy/ in its repository, after 2.2.0): the fields that examples/fleet uses and their siblings, without deprecated
 * ones. The length of a Stack's name is a CEL rule there, not part of the JSON Schema.
 */
export const REFERENCE: Readonly<Record<string, Schema>> = {
  "pulumi.com/v1 Stack": resource(stack, { ...text, maxLength: 42 }),
  "auto.pulumi.com/v1alpha1 Workspace": resource(workspace),
};
