import type ts from "typescript";
import { checkValues } from "../../provider/definition/check-values";
import type { Definition } from "../../provider/definition/definition";
import { UNKNOWN } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { definitionOfArgs, definitionOfClass, exportHere, inputHere, outputHere, PACKAGE } from "./bridged";
import type { Changes, World } from "./changes";
import { bindingsIn, editImports } from "./imports";
import type { TypeScript } from "./typescript";

/** The option of a resource that lists names of outputs; the others list inputs. */
const OF_OUTPUTS = "additionalSecretOutputs";
const NAME_LISTS = ["ignoreChanges", "replaceOnChanges", OF_OUTPUTS];
const PROVIDER = "Provider";
const PROVIDER_INPUTS = ["token", "url"];
const EACH = "OmitFromEach";

/** The edits of all files, and what remains to be done by hand. */
export function changesOf(files: readonly ts.SourceFile[], world: World): Changes[] {
  const stays = new Set<ts.Node | ts.Symbol>();
  for (const file of files) noteStaying(file, stays, world);
  return files.map((file) => changesTo(file, stays, world));
}

/** Resources with inputs that have no counterpart stay with the bridged provider, and so do uses of their variables. */
function noteStaying(file: ts.SourceFile, stays: Set<ts.Node | ts.Symbol>, { ts, checker }: World): void {
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    const [, given] = ts.isNewExpression(node) ? (node.arguments ?? []) : [];
    const definition = ts.isNewExpression(node) ? definitionOfClass(nameOf(node.expression)) : undefined;
    if (!definition || !given || !ts.isObjectLiteralExpression(given)) return;
    if (!given.properties.some((one) => lacksCounterpart(ts, definition, one))) return;
    stays.add(node).add(given);
    const { parent } = node;
    const target =
      ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)
        ? parent.name
        : ts.isBinaryExpression(parent)
          ? parent.left
          : undefined;
    const symbol = target && checker.getSymbolAtLocation(target);
    if (symbol) stays.add(symbol);
  };
  const nameOf = (expression: ts.Node): string => bridgedName(ts, original(ts, checker, expression)) ?? "";
  visit(file);
}

function lacksCounterpart(ts: TypeScript, definition: Definition, one: ts.ObjectLiteralElementLike): boolean {
  if (!one.name || inputHere(definition, one.name.getText()) !== undefined) return false;
  return !ts.isPropertyAssignment(one) || !isEmpty(literalOf(ts, one.initializer));
}

/** The symbol of an expression, behind imports. */
function original(ts: TypeScript, checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Name of a class or an interface of the bridged provider's package. */
function bridgedName(ts: TypeScript, symbol: ts.Symbol | undefined): string | undefined {
  const isThere = symbol?.declarations?.some(
    (one) =>
      (ts.isClassDeclaration(one) || ts.isInterfaceDeclaration(one)) &&
      one.getSourceFile().fileName.includes(`/${PACKAGE}/`),
  );
  return isThere ? symbol?.name : undefined;
}

/** The value of an expression; unknown if it is not a literal. */
function literalOf(ts: TypeScript, node: ts.Expression): unknown {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
    return node.kind === ts.SyntaxKind.TrueKeyword;
  if (node.kind === ts.SyntaxKind.NullKeyword || node.getText() === "undefined") return undefined;
  if (ts.isArrayLiteralExpression(node)) return node.elements.map((one) => literalOf(ts, one));
  if (!ts.isObjectLiteralExpression(node)) return UNKNOWN;
  const members = node.properties.map((one): [string, unknown] => [
    one.name?.getText() ?? "",
    ts.isPropertyAssignment(one) ? literalOf(ts, one.initializer) : UNKNOWN,
  ]);
  return members.some(([name]) => name === "") ? UNKNOWN : Object.fromEntries(members);
}

/** Whether the bridged provider takes the value for one that is not set. */
function isEmpty(value: unknown): boolean {
  return [undefined, false, 0, ""].includes(value as undefined) || (Array.isArray(value) && value.length === 0);
}

function changesTo(source: ts.SourceFile, staying: ReadonlySet<ts.Node | ts.Symbol>, world: World): Changes {
  const { ts, checker } = world;
  const changes: Changes = { source, edits: [], done: [], byHand: [], stays: [] };
  const bindings = bindingsIn(source, world);
  let needsEach = false;

  const symbolOf = (node: ts.Node): ts.Symbol | undefined => original(ts, checker, node);
  const edit = (start: number, end: number, text: string, says?: string): void => {
    changes.edits.push({ start, end, text });
    if (says !== undefined) changes.done.push({ position: start, says });
  };
  const replace = (node: ts.Node, text: string): void =>
    edit(node.getStart(source), node.end, text, `${node.getText(source)} → ${text}`);
  const byHand = (node: ts.Node, says: string): void =>
    void changes.byHand.push({ position: node.getStart(source), says });
  const stays = (node: ts.Node, says: string): void =>
    void changes.stays.push({ position: node.getStart(source), says });

  /** The class or interface of the bridged package that declares a member. */
  const ownerOf = (member: ts.Symbol | undefined): string => {
    const parent = member?.declarations?.[0]?.parent;
    const isType = parent && (ts.isClassDeclaration(parent) || ts.isInterfaceDeclaration(parent));
    return (isType && parent.name && bridgedName(ts, checker.getSymbolAtLocation(parent.name))) || "";
  };

  const visit = (node: ts.Node): void => {
    if (bindings.some(({ statement }) => statement === node)) return;
    if (ts.isIdentifier(node)) visitIdentifier(node);
    else if (ts.isObjectLiteralExpression(node)) visitLiteral(node);
    else {
      if (ts.isNewExpression(node)) visitNew(node);
      if (ts.isCallExpression(node)) visitGet(node);
      if (ts.isPropertyAccessExpression(node)) visitAccess(node);
      if (ts.isBindingElement(node)) visitBinding(node);
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
      if (!staying.has(parent.parent)) stays(node, `${node.text}${name && `.${name}`}`);
    }
  }

  function exportOf(name: string): string | undefined {
    const isProvider = name === PROVIDER || name === `${PROVIDER}Args`;
    return isProvider && world.movesProviders ? name : exportHere(name);
  }

  function visitNew(node: ts.NewExpression): void {
    const name = bridgedName(ts, symbolOf(node.expression)) ?? "";
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
      const [head = "", rest = ""] = element.text.split(/(?=[.[])(.*)/s);
      const renamed = here(definition, head);
      if (renamed === undefined || renamed === null) byHand(element, `${head} has no counterpart here: remove it`);
      else if (renamed !== head) replace(element, JSON.stringify(`${renamed}${rest}`));
    }
  }

  /** `linode.Domain.get(name, id, state, opts)`. */
  function visitGet({ expression, arguments: given }: ts.CallExpression): void {
    if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== "get") return;
    const definition = definitionOfClass(bridgedName(ts, symbolOf(expression.expression)) ?? "");
    if (!definition) return;
    if (given.length > 2) byHand(expression, "get has no parameter for the state here: get(name, id, opts)");
    if (definition.collection.includes("{"))
      byHand(expression, "the ID contains those of the parents here: domain/record");
  }

  function visitAccess({ name, expression }: ts.PropertyAccessExpression): void {
    const base = symbolOf(expression);
    if (base && staying.has(base)) return;
    const owner = ownerOf(checker.getSymbolAtLocation(name));
    const ofClass = definitionOfClass(owner);
    const ofArgs = definitionOfArgs(owner);
    if (!ofClass && !ofArgs) return;
    const here = ofClass ? outputHere(ofClass, name.text) : ofArgs && inputHere(ofArgs, name.text);
    if (here === undefined || here === null) byHand(name, lacking(ofClass ? "output" : "input", name));
    else if (here !== name.text) replace(name, here);
  }

  /** Also tells what the stack has for the input, in place of which an output without a counterpart stands. */
  function lacking(what: string, name: ts.Node): string {
    const says = `the ${what} ${name.getText(source)} has no counterpart here`;
    let input: ts.Node = name;
    while (!ts.isPropertyAssignment(input) && !ts.isSourceFile(input)) input = input.parent;
    const call = input.parent?.parent;
    if (!ts.isPropertyAssignment(input) || !ts.isNewExpression(call)) return says;
    const type = definitionOfClass(bridgedName(ts, symbolOf(call.expression)) ?? "")?.bridged?.type ?? "";
    const [resource] = call.arguments ?? [];
    const inputs = resource && ts.isStringLiteralLike(resource) ? world.recorded(type, resource.text) : undefined;
    const value = inputs?.[input.name.getText(source)];
    return ["string", "number", "boolean"].includes(typeof value)
      ? `${says}; the stack has ${input.name.getText(source)}: ${JSON.stringify(value)}`
      : says;
  }

  /** `const { ipAddress } = web`. */
  function visitBinding(node: ts.BindingElement): void {
    const key = node.propertyName ?? node.name;
    if (!ts.isObjectBindingPattern(node.parent) || !ts.isIdentifier(key)) return;
    const type = checker.getTypeAtLocation(node.parent);
    const definition = definitionOfClass(ownerOf(checker.getPropertyOfType(type, key.text)));
    if (!definition) return;
    const here = outputHere(definition, key.text);
    if (here === undefined || /\W/.test(here)) byHand(key, `the output ${key.text} is ${here ?? "not available"} here`);
    else if (here !== key.text) replace(key, node.propertyName ? here : `${here}: ${key.text}`);
  }

  /** `Omit` of a union keeps only what all alternatives have in common. */
  function visitOmit({ typeName, typeArguments }: ts.TypeReferenceNode): void {
    const [of] = typeArguments ?? [];
    if (typeName.getText(source) !== "Omit" || !of || !ts.isTypeReferenceNode(of)) return;
    if (!definitionOfArgs(bridgedName(ts, symbolOf(of.typeName)) ?? "")) return;
    replace(typeName, EACH);
    needsEach = true;
  }

  /** Inputs of a resource or of a provider, or a part of them. */
  function visitLiteral(node: ts.ObjectLiteralExpression): void {
    const type = checker.getContextualType(node);
    const owners = node.properties.map(({ name }) =>
      type && name ? ownerOf(checker.getPropertyOfType(checker.getNonNullableType(type), name.getText(source))) : "",
    );
    const owner = owners.find((one) => one !== "") ?? "";
    const definition = staying.has(node) ? undefined : definitionOfArgs(owner);
    const isProvider = owner === `${PROVIDER}Args` && world.movesProviders;
    if (!definition && !isProvider) return ts.forEachChild(node, visit);
    const removed = new Map<ts.Node, string>();
    const values: Record<string, unknown> = {};
    const given = new Map<string, ts.ObjectLiteralElementLike>();
    for (const one of node.properties) {
      if (!one.name) {
        if (ts.isSpreadAssignment(one))
          for (const { name } of checker.getTypeAtLocation(one.expression).getProperties())
            values[(definition && inputHere(definition, name)) ?? name] = UNKNOWN;
        continue;
      }
      const name = one.name.getText(source).replace(/^["']|["']$/g, "");
      const here = definition ? inputHere(definition, name) : PROVIDER_INPUTS.includes(name) ? name : null;
      const value = ts.isPropertyAssignment(one) ? literalOf(ts, one.initializer) : UNKNOWN;
      if (here === null) removed.set(one, `${name} is not needed here`);
      else if (here === undefined && isEmpty(value)) removed.set(one, `${name} has no counterpart here`);
      else if (here === undefined) byHand(one, `the input ${name} has no counterpart here`);
      else {
        values[here] = value;
        given.set(here, one);
        if (here !== name) replace(one.name, ts.isShorthandPropertyAssignment(one) ? `${here}: ${name}` : here);
        if (ts.isPropertyAssignment(one) && definition) visitValue(definition, here, one.initializer);
        if (isProvider && name === "url")
          byHand(one, "the URL ends with the API's version here: https://api.linode.com/v4");
      }
    }
    if (definition) complete(node, { definition, values, given, removed });
    remove(node, removed);
    for (const one of node.properties) if (!removed.has(one)) ts.forEachChild(one, visit);
  }

  /** Values that have another form here, and IDs, which need not be numbers. */
  function visitValue({ bridged }: Definition, input: string, initializer: ts.Expression): void {
    for (const [path, form] of Object.entries(bridged?.values ?? {})) {
      const [first, ...rest] = path.split(".");
      if (first !== input) continue;
      const found = memberAt(initializer, rest);
      const value = found && literalOf(ts, found);
      const here = value === UNKNOWN || !found ? undefined : form(value, world.version);
      if (here !== undefined && found) replace(found, JSON.stringify(here));
      else if (found && typeof value !== "number") byHand(found, `${path} is another value here: take it from the API`);
    }
    if (!ts.isCallExpression(initializer) || !ts.isPropertyAccessExpression(initializer.expression)) return;
    const { expression, name } = initializer.expression;
    const isNumber = /^(Number|parseInt|(\(?\w+\)?) => (Number|parseInt|Number\.parseInt)\(\w+(, 10)?\))$/;
    const isId = ts.isPropertyAccessExpression(expression) && expression.name.text === "id" && name.text === "apply";
    if (isId && isNumber.test(initializer.arguments[0]?.getText(source) ?? ""))
      edit(expression.end, initializer.end, "", `${initializer.getText(source)} → ${expression.getText(source)}`);
  }

  function memberAt(node: ts.Expression, [name, ...rest]: readonly string[]): ts.Expression | undefined {
    if (name === undefined) return node;
    if (!ts.isObjectLiteralExpression(node)) return undefined;
    const member = node.properties.find((one) => one.name?.getText(source) === name);
    return member && ts.isPropertyAssignment(member) ? memberAt(member.initializer, rest) : undefined;
  }

  interface Inputs {
    readonly definition: Definition;
    readonly values: Record<string, unknown>;
    readonly given: ReadonlyMap<string, ts.ObjectLiteralElementLike>;
    readonly removed: Map<ts.Node, string>;
  }

  /** Removes what preview would reject, and adds what the bridged provider has added itself. */
  function complete(node: ts.ObjectLiteralExpression, { definition, values, given, removed }: Inputs): void {
    const { bridged, args } = definition;
    const isWhole = ts.isNewExpression(node.parent) && node.parent.arguments?.[1] === node;
    const added = new Map<string, string>();
    for (const [name, value] of Object.entries(bridged?.defaults ?? {}))
      if (isWhole && values[name] === undefined) added.set(name, JSON.stringify(value));
    for (const { path, reason } of checkValues(definition, values)) {
      const [name = ""] = path.split(/[.[]/);
      const one = given.get(name);
      if (path in (bridged?.values ?? {})) continue;
      else if (one && isEmpty(values[name])) removed.set(one, `${path} ${reason}`);
      else if (one) byHand(one, `${path} ${reason}`);
      else if (isWhole && args[name]?.secret)
        added.set(name, `new ${pulumiIn(source)}.Config().requireSecret("${name}")`);
      else if (isWhole) byHand(node, `${path} ${reason}`);
    }
    const last = node.properties.at(-1);
    if (!last || added.size === 0) return;
    const [, indent = " "] = /^\s*?(\n[ \t]*)\S/.exec(source.text.slice(last.getFullStart(), last.end)) ?? [];
    for (const [name, text] of added) {
      edit(last.end, last.end, `,${indent}${name}: ${text}`);
      changes.done.push({ position: node.getStart(source), says: `added ${name}: ${text}` });
    }
  }

  /** The name of the namespace import of Pulumi's SDK. */
  function pulumiIn({ statements }: ts.SourceFile): string {
    const name = statements.flatMap((one) => {
      const isSdk =
        ts.isImportDeclaration(one) &&
        ts.isStringLiteral(one.moduleSpecifier) &&
        one.moduleSpecifier.text === "@pulumi/pulumi";
      const named = isSdk ? one.importClause?.namedBindings : undefined;
      return named && ts.isNamespaceImport(named) ? [named.name.text] : [];
    })[0];
    if (name === undefined) bindings[0]?.lines.add('import * as pulumi from "@pulumi/pulumi";');
    return name ?? "pulumi";
  }

  function remove({ properties }: ts.ObjectLiteralExpression, removed: ReadonlyMap<ts.Node, string>): void {
    const firstKept = properties.findIndex((one) => !removed.has(one));
    properties.forEach((one, index) => {
      const why = removed.get(one);
      if (why === undefined) return;
      const previous = properties[index - 1];
      const isAfterKept = firstKept !== -1 && firstKept < index;
      const start = isAfterKept && previous ? previous.end : one.getFullStart();
      const end = isAfterKept ? one.end : (properties[index + 1]?.getFullStart() ?? one.end);
      edit(start, end, "");
      changes.done.push({ position: one.getStart(source), says: `removed ${one.getText(source)}: ${why}` });
    });
  }

  visit(source);
  editImports(bindings, { source, edit, replace, stays, exportOf });
  if (needsEach)
    edit(
      source.end,
      source.end,
      `\n/** \`Omit\` for each alternative of a union. */\ntype ${EACH}<T, K extends string> = T extends unknown ? Omit<T, K> : never;\n`,
    );
  for (const list of [changes.done, changes.byHand, changes.stays]) list.sort((a, b) => a.position - b.position);
  return changes;
}
