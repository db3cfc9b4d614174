/** What the docs say of a rule: a sentence, or some. */
export interface Described {
  readonly says: string;
}

/** The rule, with what the docs say of it. */
export function described<Args extends unknown[], Result>(
  says: string,
  rule: (...args: Args) => Result,
): ((...args: Args) => Result) & Described {
  return Object.assign((...args: Args) => rule(...args), { says });
}

/** A rule of texts as one of values whose type is checked elsewhere. */
export function ofText<Result>(rule: ((text: string) => Result) & Described): ((value: unknown) => Result) & Described {
  return described(rule.says, (value: unknown) => rule(String(value)));
}
