import { runInNewContext } from "node:vm";

/** What expressions may refer to: `secrets`, `vars`, `github`, `inputs`, `steps`, `needs`. */
export type Contexts = Readonly<Record<string, unknown>>;

/** The results of the previous steps. */
export type Status = "success" | "failure";

/** A text with the values of its `${{ … }}`. */
export function filled(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{(.+?)\}\}/g, (_, expression: string) => String(valueOf(expression, contexts)));
}

export function allFilled(texts: Readonly<Record<string, unknown>>, contexts: Contexts): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(String(text), contexts)]));
}

/** Whether an `if` holds. */
export function holds(condition: string | undefined, contexts: Contexts, status: Status): boolean {
  const text = (condition ?? "success()").replace(/^\$\{\{(.+)\}\}$/, "$1");
  const isFine = status === "success";
  const functions = { always: () => true, cancelled: () => false, success: () => isFine, failure: () => !isFine };
  const isAboutStatus = /\b(always|cancelled|success|failure)\(\)/.test(text);
  return (isFine || isAboutStatus) && Boolean(valueOf(text, { ...contexts, ...functions }));
}

/** What the workflows write in expressions is JavaScript, except for dashes in names. */
function valueOf(expression: string, contexts: Contexts): unknown {
  return runInNewContext(expression.replaceAll(/\.([\w-]+)/g, '["$1"]'), strict(contexts) as Contexts);
}

/** The same value, which throws for a name that isn't there, but in the outputs of a skipped step or job. */
function strict(value: unknown, isOutputs = false): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(of, name) {
      if (!(name in of) && !isOutputs) throw new Error(`There is no ${String(name)}`);
      return name in of ? strict(Reflect.get(of, name), name === "outputs") : "";
    },
  });
}
