import { nearest } from "../provider/lifecycle/wording";
import { UsageError } from "./command";

/**
 * In the place of Node's error about an option that a command does not have, one that suggests what was meant.
 * @param help names the options that there are
 */
export function withSuggestion(error: Error, command: string, help: string): Error {
  const [, unknown] = /^Unknown option '([^']+)'/.exec(error.message) ?? [];
  if (unknown === undefined) return error;
  const options = [...new Set(help.match(/(?<=[\s,])--[a-z-]+/g))];
  const [meant = "."] = nearest(unknown, options).map((option) => `; did you mean ${option}?`);
  return new UsageError(`Unknown option ${unknown}${meant} Run \`pulumi-compute ${command} --help\`.`);
}
