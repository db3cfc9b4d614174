import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import { kinds as everyKind } from "../../provider/resources/registry";

interface Class {
  new (name: string, args: object): pulumi.Resource;
  readonly isInstance: (value: unknown) => boolean;
}
const kinds = [...everyKind.map(({ kind }) => kind), "Zone"];
const classOf = (kind: string) => (compute as unknown as Readonly<Record<string, Class>>)[kind]!;

/** Part of the URNs in every state: it never changes (decision 1). */
const TOKENS = Object.fromEntries(kinds.map((kind) => [kind, `pulumi-nodejs:dynamic/compute:${kind}`]));
TOKENS.Zone = "compute:index:Zone";

/** The type token that a class registers its resources with. */
async function tokenOf(kind: string): Promise<string> {
  await pulumi.runtime.setMocks({ newResource: ({ name }) => ({ id: name, state: {} }), call: () => ({}) });
  const resource = new (classOf(kind))("one", {});
  await new Promise((resolve) => pulumi.output(resource.urn).apply(resolve));
  return (resource as unknown as { __pulumiType: string }).__pulumiType;
}

test("the states of earlier versions contain these tokens", () => {
  const folder = path.join(__dirname, "..", "state-and-secrets", "earlier-states");
  const versions = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const states = versions.map(({ name }) => readFileSync(path.join(folder, name, "state.json"), "utf8")).join("\n");
  const recorded = [...states.matchAll(/"type": "([^"]*compute:[^"]*)"/g)].map(([, token = ""]) => token);
  expect(recorded.length).toBeGreaterThan(0);
  expect(recorded.filter((token) => !Object.values(TOKENS).includes(token))).toEqual([]);
});

test.each(kinds)("the type token of %s never changes, and isInstance checks it, as policies do", async (kind) => {
  expect(await tokenOf(kind)).toBe(TOKENS[kind]);
  // Policies call it without the class.
  const { isInstance } = classOf(kind);
  const recognized = kinds.filter((other) => isInstance({ __pulumiType: TOKENS[other] }));
  expect([recognized, isInstance(undefined)]).toEqual([[kind], false]);
});
