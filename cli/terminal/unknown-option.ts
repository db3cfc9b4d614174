import { UsageError } from "./command";
import { didYouMean } from "./did-you-mean";

/**
 * Replaces Node's error about an unknown option with one that suggests a similar option.
 * @param help the command's help text, which lists its options
 */
export function withSuggestion(error: Error, command: string, help: string): Error {
  const [, unknown] = /^Unknown option '([^']+)'/.exec(error.message) ?? [];
  if (unknown === undefined) return error;
  const options = [...new Set(help.match(/(?<=[\s,])--[a-z-]+/g))];
  return new UsageError(
    `Unknown option ${unknown}${didYouMean(unknown, options)} Run \`pulumi-compute ${command} --help\`.`,
  );
}
