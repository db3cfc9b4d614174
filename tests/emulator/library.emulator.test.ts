import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { temporaryFolder } from "../support/temporary-folder";
import { reasons, start } from "./support/client";

const ROOT = join(__dirname, "../..");

describe("the library", () => {
  test("provides URLs, port and token, and accepts every configured token", async () => {
    const client = await start({ token: "one", tokens: ["two", { token: "three" }] });
    const { url, controlUrl, port, token } = client.emulator;
    expect([url, controlUrl]).toEqual([`http://127.0.0.1:${port}/v4`, `http://127.0.0.1:${port}/_emulator`]);
    expect(token).toBe("one");
    for (const [known, status] of [
      ["one", 200],
      ["two", 200],
      ["three", 200],
      ["emulator-token", 401],
    ] as const) {
      expect((await client.get("/domains", { Authorization: `Bearer ${known}` })).status).toBe(status);
    }
    expect((await start()).emulator.token).toBe("emulator-token");
    expect((await start({ tokens: ["first", "second"] })).emulator.token).toBe("first");
  });

  test.each([
    [{ provisionMs: -1 }],
    [{ provisionMs: Number.NaN }],
    [{ timeScale: 0 }],
    [{ token: "a b" }],
    [{ token: "" }],
  ])("rejects the options %j", async (options) => {
    await expect(start(options)).rejects.toThrow();
  });

  test("has declarations that TypeScript 3.8 can parse", () => {
    const folder = temporaryFolder();
    emitDeclarations(folder);
    // The oldest compiler in use: the one that the Pulumi SDK bundles for programs without their own.
    const old = createRequire(__filename)("@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js") as typeof ts;
    const files = readdirSync(join(folder, "emulator"), { recursive: true, encoding: "utf8" });
    expect(files).toContain("index.d.ts");
    for (const file of files.filter((name) => name.endsWith(".d.ts"))) {
      const text = readFileSync(join(folder, "emulator", file), "utf8");
      const source = old.createSourceFile(file, text, old.ScriptTarget.ES2019);
      const { parseDiagnostics } = source as unknown as { parseDiagnostics: Array<{ messageText: unknown }> };
      expect([file, ...parseDiagnostics.map((problem) => problem.messageText)]).toEqual([file]);
    }
  });
});

const ORDER = { region: "us-east", type: "g6-nanode-1", image: "acme/debian11", root_pass: "correct horse" };

describe("another brand", () => {
  test("is used in paths, image ids, labels, messages and scopes", async () => {
    const client = await start({ brand: "acme" });
    expect((await client.get("/compute/instances")).status).toBe(404);
    const instance = await client.create("/acme/instances", ORDER);
    expect(instance.label).toBe(`acme${instance.id}`);
    expect((await client.post(`/acme/instances/${instance.id}/boot`)).body.errors[0]?.reason).toBe("Acme busy.");
    expect(reasons(await client.post("/acme/instances", { ...ORDER, label: instance.label }))).toEqual({
      label: ["Label must be unique among your acmes"],
    });
    expect(reasons(await client.post("/acme/instances", { ...ORDER, image: "compute/debian11" }))).toHaveProperty(
      "image",
    );
    expect((await client.get("/images/acme/debian11")).body.created_by).toBe("acme");
    expect((await client.get("/regions/us-east")).body.capabilities[0]).toBe("Acmes");
    expect((await client.get("/acme/instances")).headers.get("x-accepted-oauth-scopes")).toBe("acmes:read_only");
    expect(client.emulator.requests().byRoute).toHaveProperty("POST /acme/instances/{id}/boot", 1);
  });

  test.each(["Acme", "", "a b", "1a", "a/b"])("cannot be %p", async (brand) => {
    await expect(start({ brand })).rejects.toThrow("brand must be lowercase letters and digits");
  });
});

function emitDeclarations(folder: string): void {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    // Errors in the types are found elsewhere.
    noCheck: true,
    skipLibCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ROOT,
    outDir: folder,
    types: ["node"],
  };
  ts.createProgram([join(ROOT, "emulator/index.ts")], options).emit();
}
