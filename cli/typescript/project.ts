import { basename } from "node:path";

/** What is in the files of a project. */
export interface Project {
  readonly name: string;
  readonly description: string;
  /** Versions of packages besides Pulumi's SDK. */
  readonly packages?: Readonly<Record<string, string>>;
}

/** The files of a project except the program and the README, with their names. */
export function projectFiles({ name, description, packages = {} }: Project): [string, string][] {
  return [
    ["package.json", asJson(packageOf(name, packages))],
    ["tsconfig.json", asJson(COMPILER)],
    ["Pulumi.yaml", `name: ${name}\ndescription: ${description}\nruntime: nodejs\nmain: index.ts\n`],
    [".gitignore", "node_modules/\n"],
  ];
}

/** A project name that both Pulumi and npm accept. */
export function projectName(directory: string): string {
  const name = basename(directory)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return name === "" || /^\d+$/.test(name) ? `adopted${name}` : name;
}

function packageOf(name: string, packages: Readonly<Record<string, string>>): object {
  return {
    name,
    private: true,
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": "^3.245.0", ...packages },
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
