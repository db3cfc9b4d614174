import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { LocalWorkspace } from "@pulumi/pulumi/automation";
import type { Stack } from "@pulumi/pulumi/automation";
import { startEmulator } from "pulumi-compute/emulator";
import type { Emulator } from "pulumi-compute/emulator";

// The Pulumi CLI runs the program in this directory, as for a real stack, against an emulator. The project settings, the
// stack and its state are in a temporary directory, so nothing is written here, and no stack is selected.
const project = mkdtempSync(path.join(os.tmpdir(), "project-"));
let emulator: Emulator;
let stack: Stack;

beforeAll(async () => {
  emulator = await startEmulator({ provisionMs: 0 });
  const envVars = {
    COMPUTE_URL: emulator.url,
    COMPUTE_TOKEN: emulator.token,
    COMPUTE_JOURNAL: "off",
    PULUMI_BACKEND_URL: pathToFileURL(project).href,
    PULUMI_CONFIG_PASSPHRASE: randomUUID(),
  };
  const options = { envVars, projectSettings: { name: "shop", runtime: "nodejs" as const, main: __dirname } };
  stack = await LocalWorkspace.createOrSelectStack({ stackName: "test", workDir: project }, options);
});

beforeEach(() => stack.setConfig("rootPass", { value: randomUUID(), secret: true }));

afterEach(async () => {
  emulator.faults.clear();
  await stack.destroy();
});

afterAll(async () => {
  await emulator.close();
  rmSync(project, { recursive: true });
});

test("creates a server and its name, after which preview shows no changes", async () => {
  await stack.up();
  const [server] = emulator.list("instance");
  expect(server).toMatchObject({ type: "g6-nanode-1", image: "compute/debian11", status: "running", tags: ["test"] });
  expect(emulator.list("record")).toMatchObject([{ type: "A", name: "www", target: (server?.ipv4 as string[])[0] }]);
  await stack.preview({ expectNoChanges: true });
});

test("rejects a short password before anything is created", async () => {
  await stack.setConfig("rootPass", { value: "short", secret: true });
  await expect(stack.preview()).rejects.toThrow("rootPass: must have 7 to 128 characters");
  expect(emulator.list("instance")).toEqual([]);
});

test("creates one domain even if the create gets no response", async () => {
  emulator.resetRequests();
  emulator.faults.add({ method: "POST", path: "/domains", effect: { kind: "lostResponse" } });
  await stack.up();
  expect(emulator.requests().byRoute["POST /domains"]).toBe(1);
  expect(emulator.list("domain")).toMatchObject([{ domain: "example.com" }]);
});
