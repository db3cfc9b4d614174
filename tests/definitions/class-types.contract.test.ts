import path from "node:path";
import ts from "typescript";
import { kinds } from "../../provider/resources/registry";

const root = path.resolve(__dirname, "..", "..");
const entry = path.join(root, "provider", "index.ts");
const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), (file) => ts.sys.readFile(file));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const program = ts.createProgram([entry], { ...options, noEmit: true });
const checker = program.getTypeChecker();

/** The class as an editor sees it: its static side. */
function classOf(kind: string): ts.Type {
  const source = program.getSourceFile(entry);
  const surface = source && checker.getSymbolAtLocation(source);
  const found = surface && checker.getExportsOfModule(surface).find(({ name }) => name === kind);
  if (!found) throw new Error(`the package exports no ${kind}`);
  const target = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  return checker.getTypeOfSymbol(target);
}

/** A type as an editor shows it, without the modules that its names come from. */
const shown = (type: ts.Type): string =>
  checker.typeToString(type, undefined, ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope);

const names = kinds.map(({ kind }) => kind);

test.each(names)("an editor shows the inputs of %s under the name that a program can use", (kind) => {
  const signatures = classOf(kind).getConstructSignatures();
  expect(signatures.map((signature) => shown(signature.getReturnType()))).toEqual([kind]);
  const [, args] = signatures.flatMap((signature) => signature.getParameters());
  expect(args && shown(checker.getTypeOfSymbol(args))).toBe(`${kind}Args`);
});

test.each(names)("get and isInstance of %s give its own class", (kind) => {
  const signaturesOf = (method: string): readonly ts.Signature[] => {
    const symbol = classOf(kind).getProperty(method);
    return symbol ? checker.getTypeOfSymbol(symbol).getCallSignatures() : [];
  };
  const known = signaturesOf("isInstance").map((signature) => checker.getTypePredicateOfSignature(signature)?.type);
  expect(known.map((type) => type && shown(type))).toEqual([kind]);
  for (const signature of signaturesOf("get")) expect(shown(signature.getReturnType())).toBe(kind);
});
