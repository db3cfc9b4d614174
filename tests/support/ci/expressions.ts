/** What expressions may refer to: `secrets`, `vars`, `github`, `inputs`, `steps`, `needs`. */
export type Contexts = Readonly<Record<string, unknown>>;

/** The results of the previous steps. */
export type Status = "success" | "failure";

const FUNCTIONS: Readonly<Record<string, (status: Status) => boolean>> = {
  "always()": () => true,
  "!cancelled()": () => true,
  "success()": (status) => status === "success",
  "failure()": (status) => status === "failure",
};

/**
 * A text with the values of its `${{ … }}`.
 * @throws for what no workflow here needs.
 */
export function filled(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{\s*(.+?)\s*\}\}/g, (_, expression: string) => valueOf(expression, contexts));
}

/** Whether an `if` holds; it may have `&&` and `||`, and no parentheses. */
export function holds(condition: string | undefined, contexts: Contexts, status: Status): boolean {
  const text = (condition ?? "success()").replace(/^\$\{\{\s*(.+?)\s*\}\}$/, "$1");
  const hasStatus = Object.keys(FUNCTIONS).some((name) => text.includes(name));
  if (!hasStatus && status === "failure") return false;
  return text
    .split("||")
    .some((either) => either.split("&&").every((term) => termHolds(term.trim(), contexts, status)));
}

function termHolds(term: string, contexts: Contexts, status: Status): boolean {
  const known = FUNCTIONS[term];
  if (known) return known(status);
  const [left, operator, right, ...rest] = term.split(/\s*(==|!=)\s*/);
  if (left === undefined || right === undefined || rest.length > 0) throw new Error(`Not understood: ${term}`);
  return (valueOf(left, contexts) === valueOf(right, contexts)) === (operator === "==");
}

function valueOf(expression: string, contexts: Contexts): string {
  const literal = /^'([^']*)'$/.exec(expression);
  if (literal) return literal[1] ?? "";
  if (!/^[\w-]+(\.[\w-]+)+$/.test(expression)) throw new Error(`Not understood: ${expression}`);
  let value: unknown = contexts;
  let parent = "";
  for (const name of expression.split(".")) {
    const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, name);
    // A skipped step has no outputs.
    if (!isThere && parent === "outputs") return "";
    if (!isThere) throw new Error(`${expression}: there is no ${name}`);
    value = (value as Record<string, unknown>)[name];
    parent = name;
  }
  if (typeof value !== "string" && typeof value !== "number") throw new Error(`${expression} is not a text`);
  return String(value);
}
