import path from "node:path";
import ts from "typescript";
import * as dynamic from "../../provider";
import * as native from "../../provider/native";
import { everyVariant } from "../support/contract";

const ROOT = path.resolve(__dirname, "../..");

/** The names in a program for which an editor shows no description. */
function undescribedIn(text: string): Record<string, string[]> {
  const file = path.join(ROOT, "in-an-editor.ts");
  const { config } = ts.readConfigFile(path.join(ROOT, "tsconfig.json"), (name) => ts.sys.readFile(name));
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
    getCompilationSettings: () => ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(name === file ? text : (ts.sys.readFile(name) ?? "")),
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
  });
  const found: Record<string, string[]> = {};
  const visit = (node: ts.Node, within: string): void => {
    const name = ts.isPropertyAssignment(node) || ts.isPropertyAccessExpression(node) ? node.name : undefined;
    const isSilent = name && !service.getQuickInfoAtPosition(file, name.getStart())?.documentation?.length;
    if (isSilent) found[within] = [...new Set([...(found[within] ?? []), name.getText().replaceAll('"', "")])];
    // The user's own names.
    if (/stackscriptData|triggers/.test(name?.getText() ?? "")) return;
    ts.forEachChild(node, (child) =>
      visit(child, ts.isNewExpression(node) ? node.expression.getText().slice(2) : within),
    );
  };
  const source = service.getProgram()?.getSourceFile(file);
  if (source) visit(source, "");
  return found;
}

test.each([
  { entry: "index", names: Object.keys(dynamic) },
  { entry: "native-declarations", names: Object.keys(native) },
])("an editor describes every name of provider/$entry, and every input", ({ entry, names }) => {
  expect(names).toEqual(expect.arrayContaining(Object.keys(dynamic)));
  const zone = {
    domain: "shop.example",
    soaEmail: "admin@shop.example",
    records: [{ type: "A", target: "192.0.2.1" }],
  };
  const deployed = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "correct-horse" };
  const created = [{ kind: "Zone", args: zone }, { kind: "Instance", args: deployed }, ...everyVariant];
  const text = [
    `import * as c from "./provider/${entry}";`,
    ...names.map((name) => `c.${name};`),
    ...created.map(({ kind, args }) => `new c.${kind}("x", ${JSON.stringify(args)});`),
  ].join("\n");
  expect(undescribedIn(text)).toEqual({});
});
