/** What the docs say of a rule that makes one spelling of several: a sentence, or some. */
export interface Told {
  readonly says: string;
}

/** The rule, with what the docs say of it. */
export function told<Args extends unknown[], Result>(
  says: string,
  rule: (...args: Args) => Result,
): ((...args: Args) => Result) & Told {
  return Object.assign((...args: Args) => rule(...args), { says });
}

/** A rule of texts as one of values whose type is checked elsewhere. */
export function ofText<Result>(rule: ((text: string) => Result) & Told): ((value: unknown) => Result) & Told {
  return told(rule.says, (value: unknown) => rule(String(value)));
}
