import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAllDocuments } from "yaml";
import { problemsOf } from "../support/operator-schema";
import type { Manifest } from "../support/operator-schema";

const FLEET = path.resolve(__dirname, "..", "..", "examples", "fleet");
const manifests = readdirSync(path.join(FLEET, "operator")).flatMap((name) => {
  const documents = parseAllDocuments(readFileSync(path.join(FLEET, "operator", name), "utf8"));
  return documents.map((document) => document.toJS() as Manifest);
});
const ofPulumi = manifests.filter(({ apiVersion }) => apiVersion.includes("pulumi.com/"));
const stack = manifests.find(({ kind }) => kind === "Stack") as Manifest;

test.each(ofPulumi)("the operator accepts the manifest of the $kind", (manifest) => {
  expect(problemsOf(manifest)).toEqual([]);
});

test("the check of the manifests rejects an unknown, a missing, a wrong and a long value, and another version", () => {
  const broken = structuredClone(stack);
  Object.assign(broken.spec, {
    resyncFrequencySeconds: "3600",
    envRefs: { A: { type: "Secret", secret: { name: "fleet" } } },
    workspaceTemplate: { spec: { memory: "1Gi", resources: { limits: { memory: "1GB" } } } },
  });
  const workspace = "/spec/workspaceTemplate/spec";
  expect(problemsOf({ ...broken, metadata: { name: "a".repeat(43) } }).sort()).toEqual([
    "/metadata/name must NOT have more than 42 characters",
    "/spec/envRefs/A/secret must have required property 'key'",
    "/spec/resyncFrequencySeconds must be integer",
    `${workspace} must NOT have additional properties: memory`,
    expect.stringContaining(`${workspace}/resources/limits/memory must match pattern`),
  ]);
  expect(problemsOf({ ...stack, metadata: { name: "a".repeat(42) } })).toEqual([]);
  expect(problemsOf({ ...stack, apiVersion: "pulumi.com/v2" })).toEqual(["there is no pulumi.com/v2 Stack"]);
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
