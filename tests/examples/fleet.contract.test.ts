import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Ajv from "ajv";
import { parseAllDocuments } from "yaml";

/** A Kubernetes object as written in a file. */
interface Manifest {
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

const secretKey = object({ name: text, key: text }, ["name", "key"]);
const references = map(
  object({ type: text, literal: object({ value: text }, ["value"]), secret: secretKey }, ["type"]),
);
/** A number with a sign, and a decimal, binary or exponential unit. */
const QUANTITY = /^[+-]?(\d+\.?\d*|\.\d+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?(\d+\.?\d*|\.\d+))?$/;
const quantities = map({ anyOf: [integer, text], pattern: QUANTITY.source });
const mount = object({ name: text, mountPath: text, readOnly: flag }, ["name", "mountPath"]);
const container = { ...open, properties: { name: text, volumeMounts: list(mount) }, required: ["name"] };
const workspace = object({
  env: list(object({ name: text, value: text, valueFrom: object({ secretKeyRef: secretKey }) }, ["name"])),
  git: object({ dir: text, ref: text, shallow: flag, url: text }),
  image: text,
  podTemplate: object({ spec: { ...open, properties: { containers: list(container) }, required: ["containers"] } }),
  resources: object({ limits: quantities, requests: quantities }),
  securityProfile: text,
  serviceAccountName: text,
});
const stackSpec = object(
  {
    backend: text,
    branch: text,
    projectRepo: text,
    repoDir: text,
    stack: text,
    serviceAccountName: text,
    continueResyncOnCommitMatch: flag,
    destroyOnFinalize: flag,
    refresh: flag,
    shallow: flag,
    resyncFrequencySeconds: integer,
    retryMaxBackoffDurationSeconds: integer,
    config: open,
    envRefs: references,
    secretsRef: references,
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
  "pulumi.com/v1 Stack": resource(stackSpec, { ...text, maxLength: 42 }),
  "auto.pulumi.com/v1alpha1 Workspace": resource(workspace),
};

const FLEET = path.resolve(__dirname, "..", "..", "examples", "fleet");
const manifests = readdirSync(path.join(FLEET, "operator")).flatMap((name) => {
  const documents = parseAllDocuments(readFileSync(path.join(FLEET, "operator", name), "utf8"));
  return documents.map((document) => document.toJS() as Manifest);
});
const ofPulumi = manifests.filter(({ apiVersion }) => apiVersion.includes("pulumi.com/"));
const stack = manifests.find(({ kind }) => kind === "Stack") as Manifest;

test.each(ofPulumi)("the operator accepts the manifest of the $kind", (manifest) => {
  const schema = RESOURCES[`${manifest.apiVersion} ${manifest.kind}`];
  const validate = new Ajv({ allErrors: true, strict: false }).compile(schema ?? false);
  validate(manifest);
  expect(validate.errors).toBeNull();
});

describe("the manifests", () => {
  const readme = readFileSync(path.join(FLEET, "README.md"), "utf8");

  test("set the configuration that the program reads", () => {
    const program = readFileSync(path.join(FLEET, "index.js"), "utf8");
    const read = [...program.matchAll(/config\.(?:get|require)\w+\("(\w+)"\)/g)].map(([, name]) => `fleet:${name}`);
    const given = [stack.spec.config, stack.spec.secretsRef].flatMap((part) => Object.keys(part as object));
    expect(given.sort()).toEqual(read.sort());
  });

  test("name Secrets that the README creates", () => {
    const uses = JSON.stringify(manifests).matchAll(/\{"name":"([\w-]+)","key":"([\w-]+)"\}/g);
    for (const [, name, key] of uses) {
      expect(readme).toMatch(new RegExp(`create secret generic ${name} .*--from-literal=${key}=`));
    }
  });

  test("claim the volumes that they mount", () => {
    const claims = manifests
      .filter(({ kind }) => kind === "PersistentVolumeClaim")
      .map(({ metadata }) => metadata.name);
    const mounted = [...JSON.stringify(manifests).matchAll(/"claimName":"([\w-]+)"/g)].map(([, name]) => name);
    expect(mounted).toEqual(claims);
  });
});
