import { readFileSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";
import { definitionsIn, manifestsIn, problemsOf } from "../support/manifests";
import type { Manifest } from "../support/manifests";
import { REFERENCE } from "../support/operator-schema";
import type { Schema } from "../support/operator-schema";
import { describeWith } from "../support/system-tool";
import { temporaryFolder } from "../support/temporary-folder";

const FLEET = path.resolve(__dirname, "..", "..", "examples", "fleet");
const manifests = manifestsIn(path.join(FLEET, "operator"));
const ofPulumi = manifests.filter(({ apiVersion }) => apiVersion.includes("pulumi.com/"));
const stack = manifests.find(({ kind }) => kind === "Stack") as Manifest;

type Change = (spec: Record<string, unknown>) => void;

/** Mistakes and their error messages. */
const MISTAKES: [string, Change, string][] = [
  ["an unknown field", (spec) => (spec.refreshBeforeUpdate = true), "/spec must NOT have additional prop"],
  [
    "a number as a string",
    (spec) => (spec.resyncFrequencySeconds = "3600"),
    "/spec/resyncFrequencySeconds must be int",
  ],
  ["no stack name", (spec) => delete spec.stack, "/spec must have required property 'stack'"],
  [
    "a variable from a Secret without its key",
    (spec) => (spec.envRefs = { A: { type: "Secret", secret: { name: "fleet" } } }),
    "/spec/envRefs/A/secret must have required property 'key'",
  ],
  [
    "a deeply nested unknown field",
    (spec) => (spec.workspaceTemplate = { spec: { memory: "1Gi" } }),
    "/spec/workspaceTemplate/spec must NOT have additional properties: memory",
  ],
  [
    "a unit that Kubernetes doesn't support",
    (spec) => (spec.workspaceTemplate = { spec: { resources: { limits: { memory: "1GB" } } } }),
    "/spec/workspaceTemplate/spec/resources/limits/memory must match pattern",
  ],
];

function accepts(schemas: Readonly<Record<string, Schema>>): void {
  test.each(ofPulumi.map((manifest) => [manifest.kind, manifest] as const))(
    "accepts %s as it is here",
    (_, manifest) => {
      expect(problemsOf(manifest, schemas)).toEqual([]);
    },
  );

  test.each(MISTAKES)("rejects %s", (_, change, said) => {
    const broken = structuredClone(stack);
    change(broken.spec);
    expect(problemsOf(broken, schemas)).toContainEqual(expect.stringContaining(said));
  });

  test("rejects another version", () => {
    expect(problemsOf({ ...stack, apiVersion: "pulumi.com/v2" }, schemas)).toEqual(["there is no pulumi.com/v2 Stack"]);
  });
}

describe("the operator's reference", () => {
  accepts(REFERENCE);

  test("rejects a name that is too long for the names of the pods", () => {
    const named = (length: number): Manifest => ({ ...stack, metadata: { name: "a".repeat(length) } });
    expect(problemsOf(named(42), REFERENCE)).toEqual([]);
    expect(problemsOf(named(43), REFERENCE)).toEqual([expect.stringContaining("/metadata/name")]);
  });
});

const definitions = process.env.PULUMI_OPERATOR_CRDS;
if (definitions === undefined) {
  process.stderr.write(
    "Tests are skipped. For the operator's own definitions, name their folder (deploy/crds in its repository) in PULUMI_OPERATOR_CRDS.\n",
  );
}
describeWith(definitions, "the operator's own definitions", (folder) => accepts(folder ? definitionsIn(folder) : {}));

test("reads several Kubernetes definitions from one file", () => {
  const written = Object.entries(REFERENCE).map(([name, schema]) => {
    const [, group, version, kind] = /^(\S+)\/(\w+) (\w+)$/.exec(name) ?? [];
    const versions = [{ name: version, schema: { openAPIV3Schema: schema } }];
    return stringify({ kind: "CustomResourceDefinition", spec: { group, names: { kind }, versions } });
  });
  expect(definitionsIn(temporaryFolder({ "crds.yaml": written.join("---\n") }))).toEqual(REFERENCE);
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
