import path from "node:path";
import ts from "typescript";

/** The members and types in a JSON Schema, without descriptions and bounds. */
export type Shape = { readonly [keyword: string]: unknown };

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  types: [],
};

/** The JSON shape of an exported interface's values, with all interfaces that it uses expanded. */
export function shapeOfType(file: string, name: string): Shape {
  const program = ts.createProgram([path.resolve(file)], OPTIONS);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path.resolve(file));
  const module = source && checker.getSymbolAtLocation(source);
  const found = module && checker.getExportsOfModule(module).find((symbol) => symbol.name === name);
  if (found === undefined) throw new Error(`${file} exports no ${name}`);
  return shapeOf(checker.getDeclaredTypeOfSymbol(found), checker);
}

/** The shape that a schema requires, with its definitions expanded. */
export function shapeOfSchema(schema: Shape, definitions: Readonly<Record<string, Shape>>): Shape {
  const { $ref, type, properties, required, items, additionalProperties } = schema;
  if (typeof $ref === "string") return shapeOfSchema(definitions[$ref.replace("#/$defs/", "")] ?? {}, definitions);
  if (type === "array") return { type, items: shapeOfSchema(items as Shape, definitions) };
  if (type !== "object") return valueShape(schema);
  const members = Object.entries(properties as Record<string, Shape>).map(([name, member]) => {
    return [name, shapeOfSchema(member, definitions)] as const;
  });
  return { ...objectShape(Object.fromEntries(members), required as string[]), additionalProperties };
}

function shapeOf(type: ts.Type, checker: ts.TypeChecker): Shape {
  if (type.flags & ts.TypeFlags.Unknown) return {};
  if (type.flags & ts.TypeFlags.String) return { type: "string" };
  if (type.flags & ts.TypeFlags.Number) return { type: "number" };
  if (type.flags & ts.TypeFlags.Boolean) return { type: "boolean" };
  if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === "true" };
  if (type.isLiteral()) return { const: type.value };
  if (type.isUnion()) return { enum: type.types.map((one) => (one.isLiteral() ? one.value : "?")).sort() };
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return { type: "array", items: item === undefined ? {} : shapeOf(item, checker) };
  }
  const members = checker.getPropertiesOfType(type);
  const isRequired = (symbol: ts.Symbol): boolean => (symbol.flags & ts.SymbolFlags.Optional) === 0;
  return objectShape(
    Object.fromEntries(members.map((symbol) => [symbol.name, shapeOf(memberType(symbol, checker), checker)])),
    members.filter(isRequired).map(({ name }) => name),
  );
}

function memberType(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Type {
  const type = checker.getTypeOfSymbol(symbol);
  if ((symbol.flags & ts.SymbolFlags.Optional) === 0 || type.flags & ts.TypeFlags.Unknown) return type;
  return checker.getNonNullableType(type);
}

function objectShape(properties: Readonly<Record<string, Shape>>, required: readonly string[]): Shape {
  return { type: "object", properties, required: [...required].sort(), additionalProperties: false };
}

function valueShape(schema: Shape): Shape {
  if ("const" in schema) return { const: schema["const"] };
  if ("enum" in schema) return { enum: [...(schema["enum"] as string[])].sort() };
  if (!("type" in schema)) return {};
  return { type: schema["type"] === "integer" ? "number" : schema["type"] };
}
