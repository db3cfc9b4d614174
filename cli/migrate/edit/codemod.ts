import type ts from "typescript";
import type { Definition } from "../../../provider/definition/definition";
import {
  dataSourceHere,
  definitionOfArgs,
  definitionOfClass,
  exportHere,
  inputHere,
  isOfPackage,
  LACKS,
  outputHere,
  pathHere,
  PACKAGE,
  provider,
  similarTo,
} from "../bridged";
import type { DataSourceRule } from "../../../provider/data-sources/rule";
import { editorOf } from "./changes";
import type { Changes, ProgramContext } from "./changes";
import { bindingsIn, editImports } from "./imports";
import { editInputs } from "./inputs";
import { isEmpty } from "../corrections";
import { literalOf, memberName } from "./literals";
import type { TypeScript } from "./typescript";

/** The option of a resource that lists names of outputs; the others list inputs. */
const OF_OUTPUTS = "additionalSecretOutputs";
const NAME_LISTS = ["ignoreChanges", "replaceOnChanges", OF_OUTPUTS];
const PROVIDER = "Provider";
const SDK = "@pulumi/pulumi";
const EACH = "OmitFromEach";

/** The edits of all files, and what remains to be done by hand. */
export function changesOf(files: readonly ts.SourceFile[], world: ProgramContext): Changes[] {
  const stays = new Set<ts.Node | ts.Symbol>();
  for (const file of files) noteStaying(file, stays, world);
  return files.map((file) => changesTo(file, stays, world));
}

/** Resources with inputs that have no counterpart stay with the bridged provider, and so do uses of their variables. */
function noteStaying(file: ts.SourceFile, stays: Set<ts.Node | ts.Symbol>, { ts, checker }: ProgramContext): void {
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isNewExpression(node)) return;
    const [, given] = node.arguments ?? [];
    const definition = definitionOfClass(bridgedName(ts, checker.getTypeAtLocation(node).symbol));
    if (!definition || !given || !ts.isObjectLiteralExpression(given)) return;
    if (!given.properties.some((one) => lacksCounterpart(ts, definition, one))) return;
    stays.add(node).add(given);
    const { parent } = node;
    const isAssigned = ts.isBinaryExpression(parent) && parent.right === node;
    const target = ts.isVariableDeclaration(parent) ? parent.name : isAssigned ? parent.left : undefined;
    const symbol = target && checker.getSymbolAtLocation(target);
    if (symbol) stays.add(symbol);
  };
  visit(file);
}

function lacksCounterpart(ts: TypeScript, definition: Definition, one: ts.ObjectLiteralElementLike): boolean {
  if (!one.name || inputHere(definition, memberName(one)) !== undefined) return false;
  return !ts.isPropertyAssignment(one) || !isEmpty(literalOf(ts, one.initializer));
}

/** The symbol of an expression, behind imports. */
function original(ts: TypeScript, checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Name of a class or an interface of the bridged provider's package; empty for anything else. */
function bridgedName(ts: TypeScript, symbol: ts.Symbol | undefined): string {
  const isThere = (one: ts.Declaration): boolean =>
    (ts.isClassDeclaration(one) || ts.isInterfaceDeclaration(one)) &&
    one.getSourceFile().fileName.includes(`/${PACKAGE}/`);
  return symbol?.declarations?.some(isThere) ? symbol.name : "";
}

function changesTo(source: ts.SourceFile, staying: ReadonlySet<ts.Node | ts.Symbol>, world: ProgramContext): Changes {
  const { ts, checker } = world;
  const editor = editorOf(source);
  const { byHand, replace, stays } = editor;
  const bindings = bindingsIn(source, world, isOfPackage);
  let needsEach = false;

  const symbolOf = (node: ts.Node): ts.Symbol | undefined => original(ts, checker, node);
  /** The class or interface of the bridged package that declares a member. */
  const ownerOf = (member: ts.Symbol | undefined): string => {
    const parent = member?.declarations?.[0]?.parent;
    const isType = parent && (ts.isClassDeclaration(parent) || ts.isInterfaceDeclaration(parent));
    return isType && parent.name ? bridgedName(ts, checker.getSymbolAtLocation(parent.name)) : "";
  };

  const visit = (node: ts.Node): void => {
    if (bindings.some(({ statement }) => statement === node)) return;
    if (ts.isIdentifier(node)) visitIdentifier(node);
    else if (ts.isObjectLiteralExpression(node)) visitLiteral(node);
    else {
      if (ts.isNewExpression(node)) visitNew(node);
      if (ts.isPropertyAccessExpression(node)) visitAccess(node);
      if (ts.isTypeReferenceNode(node)) visitOmit(node);
      ts.forEachChild(node, visit);
    }
  };

  /** `linode` in `linode.Instance`. */
  function visitIdentifier(node: ts.Identifier): void {
    const binding = bindings.find(({ symbol }) => symbol !== undefined && symbol === checker.getSymbolAtLocation(node));
    if (!binding) return;
    const { parent } = node;
    const member = ts.isPropertyAccessExpression(parent)
      ? parent.name
      : ts.isQualifiedName(parent) && parent.left === node
        ? parent.right
        : undefined;
    const name = member?.text ?? "";
    const here = staying.has(parent.parent) ? undefined : exportOf(name);
    if (member && here !== undefined) binding.uses.push({ node, member, here });
    else {
      binding.isKept = true;
      if (!staying.has(parent.parent)) stays(node, `${node.text}${name && `.${name}`}${similarTo(name)}`);
    }
  }

  function exportOf(name: string): string | undefined {
    const isProvider = name === PROVIDER || name === `${PROVIDER}Args`;
    return isProvider && world.movesProviders ? name : exportHere(name);
  }

  function visitNew(node: ts.NewExpression): void {
    const name = bridgedName(ts, checker.getTypeAtLocation(node).symbol);
    const definition = definitionOfClass(name);
    const [, given, options] = node.arguments ?? [];
    if (name === PROVIDER && !world.movesProviders)
      byHand(node, "resources that stay use a provider, too: declare a compute.Provider beside it for those that move");
    if (!definition) return;
    if (staying.has(node) && given && ts.isObjectLiteralExpression(given)) {
      const lacking = given.properties.filter((one) => lacksCounterpart(ts, definition, one));
      const names = lacking.map((one) => one.name?.getText(source)).join(", ");
      stays(node, `${name} ${node.arguments?.[0]?.getText(source) ?? ""}: it uses ${names}`);
    } else if (options && ts.isObjectLiteralExpression(options)) {
      for (const one of options.properties) if (ts.isPropertyAssignment(one)) visitNames(definition, one);
    }
  }

  /** Names of inputs and outputs in a resource's options. */
  function visitNames(definition: Definition, { name, initializer }: ts.PropertyAssignment): void {
    if (!NAME_LISTS.includes(name.getText(source)) || !ts.isArrayLiteralExpression(initializer)) return;
    const here = name.getText(source) === OF_OUTPUTS ? outputHere : inputHere;
    for (const element of initializer.elements) {
      if (!ts.isStringLiteralLike(element)) continue;
      const [renamed, head] = pathHere(element.text, (one) => here(definition, one));
      if (renamed === undefined) byHand(element, `${head} ${LACKS}: remove it`);
      else if (renamed !== element.text) replace(element, JSON.stringify(renamed));
    }
  }

  function visitAccess({ name, expression }: ts.PropertyAccessExpression): void {
    const base = symbolOf(expression);
    if (base && staying.has(base)) return;
    const owner = ownerOf(checker.getSymbolAtLocation(name));
    const ofClass = definitionOfClass(owner);
    const ofArgs = definitionOfArgs(owner);
    if (!ofClass && !ofArgs) return;
    const here = ofClass ? outputHere(ofClass, name.text) : ofArgs && inputHere(ofArgs, name.text);
    const source = ofClass && dataSourceHere(name.text, ofClass);
    if (source) byHand(name, `${name.text} of ${owner}: use ${callOf(source, expression)}`);
    else if (here === undefined || here === null) byHand(name, `${name.text} of ${owner} ${LACKS}`);
    else if (here !== name.text) replace(name, here);
  }

  /** `compute.getInstanceDisksOutput({ instanceId: web.id }).disks`. */
  function callOf({ name, ids = {}, list }: DataSourceRule, of: ts.Expression): string {
    const inputs = Object.keys(ids).map((id) => `${id}: ${of.getText(source)}.id`);
    return `compute.${name}Output({ ${inputs.join(", ")} })${list ? `.${list.as}` : ""}`;
  }

  /** `Omit` of a union keeps only what all alternatives have in common. */
  function visitOmit({ typeName, typeArguments }: ts.TypeReferenceNode): void {
    const [of] = typeArguments ?? [];
    if (typeName.getText(source) !== "Omit" || !of || !ts.isTypeReferenceNode(of)) return;
    if (!definitionOfArgs(bridgedName(ts, symbolOf(of.typeName)))) return;
    replace(typeName, EACH);
    needsEach = true;
  }

  /** Inputs of a resource or of a provider, or a part of them. */
  function visitLiteral(node: ts.ObjectLiteralExpression): void {
    const type = checker.getContextualType(node);
    const properties = type ? checker.getNonNullableType(type) : undefined;
    const owners = node.properties.map((one) =>
      properties ? ownerOf(checker.getPropertyOfType(properties, memberName(one))) : "",
    );
    const owner = owners.find((one) => one !== "") ?? "";
    const ofProvider = owner === `${PROVIDER}Args` && world.movesProviders ? provider : undefined;
    const definition = staying.has(node) ? undefined : (definitionOfArgs(owner) ?? ofProvider);
    const removed = definition ? editInputs(node, definition, { world, editor, sdk }) : undefined;
    for (const one of node.properties) {
      if (memberName(one) === "providers" && ts.isPropertyAssignment(one)) visitProviders(one.initializer);
      if (!removed?.has(one)) ts.forEachChild(one, visit);
    }
  }

  /** `providers: { linode: provider }` of a component, whose key must be the name of the package. */
  function visitProviders(node: ts.Expression): void {
    if (!ts.isObjectLiteralExpression(node)) return;
    const own = node.properties.find((one) => memberName(one) === "linode");
    const value = own && (ts.isPropertyAssignment(own) ? own.initializer : own.name);
    if (!own || !value || !world.movesProviders) return;
    if (node.properties.length > 1) return byHand(own, "`providers` is an array here: [provider, …]");
    editor.edit(node.getStart(source), value.getStart(source), "[");
    editor.edit(value.end, node.end, "]");
    editor.done(node, `${node.getText(source)} → [${value.getText(source)}]`);
  }

  /** The name of Pulumi's SDK, which is imported if it is not yet. */
  function sdk(): string {
    const [existing] = bindingsIn(source, world, (specifier) => specifier === SDK).flatMap(
      ({ name }) => name?.text ?? [],
    );
    if (existing === undefined) bindings[0]?.lines.add(`import * as pulumi from "${SDK}";`);
    return existing ?? "pulumi";
  }

  visit(source);
  editImports(bindings, { source, editor, exportOf });
  if (needsEach)
    editor.edit(
      source.end,
      source.end,
      `\n/** \`Omit\` for each alternative of a union. */\ntype ${EACH}<T, K extends string> = T extends unknown ? Omit<T, K> : never;\n`,
    );
  return editor.changes;
}
