/** What the docs say about a rule: one or more sentences. */
export interface Described {
  readonly says: string;
}

/** The rule, with what the docs say about it. */
export function described<Args extends unknown[], Result>(
  says: string,
  rule: (...args: Args) => Result,
): ((...args: Args) => Result) & Described {
  return Object.assign((...args: Args) => rule(...args), { says });
}

/** Turns a rule for strings into one for values whose type is checked elsewhere. */
export function ofText<Result>(rule: ((text: string) => Result) & Described): ((value: unknown) => Result) & Described {
  return described(rule.says, (value: unknown) => rule(String(value)));
}
