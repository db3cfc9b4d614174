import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAllDocuments } from "yaml";

/** A Kubernetes object as written in a file. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown>;
}

const FLEET = path.resolve(__dirname, "..", "..", "examples", "fleet");
const manifests = readdirSync(path.join(FLEET, "operator")).flatMap((name) => {
  const documents = parseAllDocuments(readFileSync(path.join(FLEET, "operator", name), "utf8"));
  return documents.map((document) => document.toJS() as Manifest);
});
const stack = manifests.find(({ kind }) => kind === "Stack") as Manifest;

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
