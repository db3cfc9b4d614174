import { nearest } from "../provider/lifecycle/wording";
import { UsageError } from "./command";

/**
 * Replaces Node's error about an unknown option with one that suggests a similar option.
 * @param help the command's help text, which lists its options
 */
export function withSuggestion(error: Error, command: string, help: string): Error {
  const [, unknown] = /^Unknown option '([^']+)'/.exec(error.message) ?? [];
  if (unknown === undefined) return error;
  const options = [...new Set(help.match(/(?<=[\s,])--[a-z-]+/g))];
  const [meant = "."] = nearest(unknown, options).map((option) => `; did you mean ${option}?`);
  return new UsageError(`Unknown option ${unknown}${meant} Run \`pulumi-compute ${command} --help\`.`);
}
