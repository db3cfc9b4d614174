import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "./engine-project";

/** What a user's package.json asks the manager for. */
export interface Packages {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const EXAMPLES = path.join(repository, "examples");

/** The names of the examples that are projects of their own. */
export const EXAMPLE_PROJECTS = readdirSync(EXAMPLES).filter((name) => exampleHas(name, "package.json"));

export function exampleHas(name: string, file: string): boolean {
  return existsSync(path.join(EXAMPLES, name, file));
}

/** All that the examples ask npm for. */
export function packagesOfExamples(): Packages {
  const manifests = EXAMPLE_PROJECTS.map((name) => {
    return JSON.parse(readFileSync(path.join(EXAMPLES, name, "package.json"), "utf8")) as Partial<Packages>;
  });
  return {
    dependencies: Object.assign({}, ...manifests.map(({ dependencies }) => dependencies)) as Packages["dependencies"],
    devDependencies: Object.assign({}, ...manifests.map((one) => one.devDependencies)) as Packages["devDependencies"],
  };
}
