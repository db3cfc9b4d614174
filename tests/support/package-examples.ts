import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "./engine-project";

/** The dependencies in a user's package.json. */
export interface Packages {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const EXAMPLES = path.join(repository, "examples");

/** The names of the examples that are separate projects. */
export const EXAMPLE_PROJECTS = readdirSync(EXAMPLES).filter((name) => exampleHas(name, "package.json"));

export function exampleHas(name: string, file: string): boolean {
  return existsSync(path.join(EXAMPLES, name, file));
}

/** All npm dependencies of the examples. */
export function packagesOfExamples(): Packages {
  const manifests = EXAMPLE_PROJECTS.map((name) => {
    return JSON.parse(readFileSync(path.join(EXAMPLES, name, "package.json"), "utf8")) as Partial<Packages>;
  });
  return {
    dependencies: Object.assign({}, ...manifests.map(({ dependencies }) => dependencies)) as Packages["dependencies"],
    devDependencies: Object.assign({}, ...manifests.map((one) => one.devDependencies)) as Packages["devDependencies"],
  };
}
