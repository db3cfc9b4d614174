import type ts from "typescript";
import { similarTo } from "../bridged";
import type { Editor, ProgramContext } from "./changes";

const HERE = "pulumi-compute";

/** An import. */
export interface Binding {
  readonly statement: ts.Statement;
  readonly specifier: ts.StringLiteralLike;
  /** The name of the whole package; undefined for an import of single names. */
  readonly name?: ts.Identifier;
  readonly symbol?: ts.Symbol | undefined;
  readonly names?: ts.NamedImports;
  /** Uses of what this package has as well. */
  readonly uses: { readonly node: ts.Identifier; readonly member: ts.MemberName; readonly here: string }[];
  /** Whether something else uses it. */
  isKept: boolean;
  /** Further imports to add. */
  readonly lines: Set<string>;
}

/** The imports of a package. */
export function bindingsIn(
  source: ts.SourceFile,
  { ts, checker }: ProgramContext,
  isOfPackage: (specifier: string) => boolean,
): Binding[] {
  return source.statements.flatMap((statement): Binding[] => {
    const specifier = specifierOf(statement);
    if (!specifier || !ts.isStringLiteralLike(specifier) || !isOfPackage(specifier.text)) return [];
    const bound = boundIn(statement);
    const name = bound && ts.isIdentifier(bound) ? bound : undefined;
    const names = bound && ts.isNamedImports(bound) ? bound : undefined;
    const symbol = name && checker.getSymbolAtLocation(name);
    return [
      {
        statement,
        specifier,
        ...(name && { name, symbol }),
        ...(names && { names }),
        uses: [],
        isKept: false,
        lines: new Set(),
      },
    ];
  });

  function specifierOf(statement: ts.Statement): ts.Expression | undefined {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) return statement.moduleSpecifier;
    if (ts.isImportEqualsDeclaration(statement))
      return ts.isExternalModuleReference(statement.moduleReference) ? statement.moduleReference.expression : undefined;
    const call = requireIn(statement)?.initializer;
    return call && ts.isCallExpression(call) ? call.arguments[0] : undefined;
  }

  /** The declaration in `const linode = require("…")`. */
  function requireIn(statement: ts.Statement): ts.VariableDeclaration | undefined {
    const [one, ...others] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
    const isCall = one?.initializer && ts.isCallExpression(one.initializer);
    return isCall && others.length === 0 && one.initializer.expression.getText(source) === "require" ? one : undefined;
  }

  function boundIn(statement: ts.Statement): ts.Node | undefined {
    if (ts.isImportEqualsDeclaration(statement)) return statement.name;
    const bound = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    return bound && ts.isNamespaceImport(bound) ? bound.name : (bound ?? requireIn(statement)?.name);
  }
}

interface Editing {
  readonly source: ts.SourceFile;
  readonly editor: Editor;
  readonly exportOf: (name: string) => string | undefined;
}

/** Edits the imports, and the uses of the names that they bind. What this package does not have keeps its import. */
export function editImports(bindings: readonly Binding[], editing: Editing): void {
  const { source, editor } = editing;
  const [, existing] = new RegExp(`import \\* as (\\w+) from ["']${HERE}["']`).exec(source.text) ?? [];
  const here = existing ?? (/\bcompute\b(?!["'/:-])/.test(source.text) ? "pulumiCompute" : "compute");
  let isImported = existing !== undefined;
  for (const binding of bindings) {
    const { statement, name, names, uses } = binding;
    if (name && uses.length > 0) {
      editUses(binding, here, editing);
      if (!isImported || !binding.isKept) editNamespace(binding, isImported ? undefined : here, editing);
      isImported = true;
    } else if (names) editNames(binding, editing);
    else if (!name) editor.stays(statement, statement.getText(source));
    for (const line of binding.lines) {
      editor.edit(statement.end, statement.end, `\n${line}`);
      editor.done(statement, `added ${line}`);
    }
  }
}

function editUses({ uses }: Binding, here: string, { source, editor: { edit, done } }: Editing): void {
  for (const { node, member, here: renamed } of uses) {
    edit(node.getStart(source), node.end, here);
    done(node, `${node.text}.${member.text} → ${here}.${renamed}`);
    if (renamed !== member.text) edit(member.getStart(source), member.end, renamed);
  }
}

/** @param here the name to bind; undefined if the package is imported already */
function editNamespace(binding: Binding, here: string | undefined, { source, editor }: Editing): void {
  const { statement, specifier, name, isKept, lines } = binding;
  const [start, end] = [statement.getStart(source), statement.end];
  if (!name) return;
  if (here === undefined) {
    editor.edit(start, source.text[end] === "\n" ? end + 1 : end, "");
    editor.done(statement, `removed ${statement.getText(source)}`);
  } else if (isKept) {
    const { text } = source;
    const copy = `${text.slice(start, name.getStart(source))}${here}${text.slice(name.end, specifier.getStart(source))}`;
    lines.add(`${copy}${JSON.stringify(HERE)}${text.slice(specifier.end, end)}`);
  } else {
    editor.replace(name, here);
    editor.replace(specifier, JSON.stringify(HERE));
  }
}

function editNames({ names, specifier, lines }: Binding, { source, editor, exportOf }: Editing): void {
  const { replace, stays } = editor;
  const kept: string[] = [];
  const moved: string[] = [];
  for (const one of names?.elements ?? []) {
    const there = (one.propertyName ?? one.name).text;
    const here = exportOf(there);
    if (here === undefined) {
      stays(one, `${there}${similarTo(there)}`);
      kept.push(one.getText(source));
    } else {
      const local = one.name.text;
      moved.push(`${one.isTypeOnly ? "type " : ""}${here}${here === local ? "" : ` as ${local}`}`);
    }
  }
  if (!names || moved.length === 0) return;
  const text = `{ ${moved.join(", ")} }`;
  if (kept.length > 0) {
    replace(names, `{ ${kept.join(", ")} }`);
    lines.add(`import ${text} from ${JSON.stringify(HERE)};`);
  } else {
    if (names.getText(source) !== text) replace(names, text);
    replace(specifier, JSON.stringify(HERE));
  }
}
