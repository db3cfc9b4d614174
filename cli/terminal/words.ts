import { UsageError } from "./command";

/** The words of comma-separated texts. */
export function wordsIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split(",").flatMap((part) => part.trim() || []));
}

/** The words of the option `--fail-on`. `noun` is what one of them is called. */
export function failOnIn<Word extends string>(text: string, noun: string, valid: readonly Word[]): Word[] {
  return wordsIn([text]).map((word) => {
    const found = valid.find((one) => one === word);
    if (!found) throw new UsageError(`--fail-on: unknown ${noun} ${word}. Valid ${noun}s: ${valid.join(", ")}.`);
    return found;
  });
}
