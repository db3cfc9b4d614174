import { basename } from "node:path";
import type { Program } from "../program";
import { readme } from "./readme";

/** The files of a project except the program, with their names. */
export function projectFiles(directory: string, program: Program, version: string): [string, string][] {
  const name = projectName(directory);
  return [
    ["package.json", asJson(packageOf(name))],
    ["tsconfig.json", asJson(COMPILER)],
    ["Pulumi.yaml", `name: ${name}\ndescription: Adopted resources\nruntime: nodejs\nmain: index.ts\n`],
    [".gitignore", "node_modules/\n"],
    ["README.md", readme(name, program, version)],
  ];
}

/** A project name that both Pulumi and npm accept. */
function projectName(directory: string): string {
  const name = basename(directory)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return name === "" || /^\d+$/.test(name) ? `adopted${name}` : name;
}

function packageOf(name: string): object {
  return {
    name,
    private: true,
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": "^3.245.0" },
    devDependencies: { "@types/node": "^20", typescript: "^5" },
  };
}

const COMPILER = {
  compilerOptions: {
    target: "ES2022",
    module: "commonjs",
    moduleResolution: "node",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    forceConsistentCasingInFileNames: true,
  },
};

function asJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
