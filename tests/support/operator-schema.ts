/** A schema as a CustomResourceDefinition has it, in `openAPIV3Schema`. */
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
/** Deeper than is written down here. */
const open: Schema = { "x-kubernetes-preserve-unknown-fields": true };
const openObject: Schema = { type: "object", ...open };
const list = (items: Schema): Schema => ({ type: "array", items });
const map = (additionalProperties: Schema): Schema => ({ type: "object", additionalProperties });
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  required,
});

const keyOf = (more: Readonly<Record<string, Schema>>): Schema => object({ name: text, key: text, ...more }, ["key"]);
const reference = object(
  {
    type: text,
    env: object({ name: text }, ["name"]),
    filesystem: object({ path: text }, ["path"]),
    literal: object({ value: text }, ["value"]),
    secret: object({ name: text, key: text, namespace: text }, ["name", "key"]),
  },
  ["type"],
);

const quantity: Schema = { anyOf: [integer, text] };
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
  metadata: openObject,
  // Kubernetes' own pod: it has its own checks.
  spec: {
    ...openObject,
    properties: { containers: list({ ...object({ name: text, volumeMounts: list(mount) }, ["name"]), ...open }) },
    required: ["containers"],
  },
});

const workspace = object({
  env: list(
    object({ name: text, value: text, valueFrom: object({ secretKeyRef: keyOf({ optional: flag }) }) }, ["name"]),
  ),
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
    accessTokenSecret: text,
    backend: text,
    branch: text,
    commit: text,
    config: open,
    configRef: map(openObject),
    continueResyncOnCommitMatch: flag,
    destroyOnFinalize: flag,
    driftDetection: object({ schedules: list(object({ cron: text, autoRemediate: flag }, ["cron"])) }),
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
    workspaceTemplate: object({ metadata: openObject, spec: workspace }),
  },
  ["stack"],
);

const resource = (spec: Schema): Schema => object({ apiVersion: text, kind: text, metadata: { type: "object" }, spec });

/**
 * The operator's resources by version and kind, written down from the reference of its second version (docs/stacks.md and
 * docs/workspaces.md in its repository): what examples/fleet uses, and what stands beside it, without what is deprecated.
 */
export const REFERENCE: Readonly<Record<string, Schema>> = {
  "pulumi.com/v1 Stack": resource(stack),
  "auto.pulumi.com/v1alpha1 Workspace": resource(workspace),
};
