import ts from "typescript";

const SECRET_NAME = /(password|passphrase|rootPass|token|secret)$/i;

/**
 * Where a program contains a literal password or token, or falls back to one, as "line: text". A string counts as a secret if its
 * target is named like one; a setting that is read as a secret, or named like one, must have no default.
 */
export function secretLiterals(program: string): string[] {
  const source = ts.createSourceFile("program.ts", program, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const value = valueNamedSecret(node);
    if ((value && holdsText(value)) || (isFallback(node) && readsSecret(node.left))) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${line + 1}: ${node.getText()}`);
    } else {
      ts.forEachChild(node, look);
    }
  };
  look(source);
  return found;
}

/** Lines of a document that set a literal secret on a command line. */
export function secretsOnCommandLines(text: string): string[] {
  return text.split("\n").filter((line) => /config set .*--secret +[\w:.-]+ +[^\s&|;#]/.test(line));
}

function isFallback(node: ts.Node): node is ts.BinaryExpression {
  const operators = [ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken];
  return ts.isBinaryExpression(node) && operators.includes(node.operatorToken.kind);
}

/** `config.getSecret("…")` of anything, or `config.get("…Token")`. */
function readsSecret(node: ts.Expression): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const [key] = node.arguments;
  const isNamedSecret = key !== undefined && ts.isStringLiteralLike(key) && SECRET_NAME.test(key.text);
  return /^getSecret/.test(node.expression.name.text) || (/^get/.test(node.expression.name.text) && isNamedSecret);
}

function valueNamedSecret(node: ts.Node): ts.Expression | undefined {
  const isNamed = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isParameter(node);
  if (!isNamed || !(ts.isIdentifier(node.name) || ts.isStringLiteralLike(node.name))) return undefined;
  return SECRET_NAME.test(node.name.text) ? node.initializer : undefined;
}

/** A string that is the value, or part of it; a string argument of a call names a setting. */
function holdsText(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
  if (ts.isCallExpression(node)) return isWrapped(node) && node.arguments.some(holdsText);
  return ts.forEachChild(node, (child) => holdsText(child) || undefined) ?? false;
}

/** `pulumi.secret("…")` and `pulumi.output("…")` count as their argument. */
function isWrapped({ expression }: ts.CallExpression): boolean {
  return ts.isPropertyAccessExpression(expression) && ["secret", "output"].includes(expression.name.text);
}
