import { existsSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export class UnknownBackendError extends Error {}

/** Parses YAML; throws if the text is invalid. */
export type ReadYaml = (text: string) => unknown;

const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"] as const;

/**
 * The URL of the state backend, searched for in the same order as the CLI does: `PULUMI_BACKEND_URL`, `backend.url` of the project, the
 * last `pulumi login`. Empty for Pulumi Cloud without a login.
 * @param directory of the program
 * @throws UnknownBackendError if a file that may name it cannot be read
 */
export function backendOf(environment: NodeJS.ProcessEnv, directory: string, readYaml: ReadYaml): string {
  const project = projectFile(directory);
  const url =
    environment.PULUMI_BACKEND_URL ||
    (project && namedIn(project, readYaml)) ||
    loggedInTo(environment) ||
    environment.PULUMI_API ||
    "";
  const files = pathIn(url);
  return files !== undefined && !path.win32.isAbsolute(files)
    ? `${url} of ${project === undefined ? directory : path.dirname(project)}`
    : url;
}

/**
 * The folder of a file backend, whose URL may have a path that is relative to the directory.
 * @returns undefined for another backend
 */
export function backendFolder(url: string, directory: string, paths: path.PlatformPath = path): string | undefined {
  const files = pathIn(url);
  return files === undefined ? undefined : paths.resolve(directory, files);
}

/** The path of a file backend, which may begin with the home directory or, on Windows, a drive. */
function pathIn(url: string): string | undefined {
  const [, files] = /^file:\/\/([^?]*)/.exec(url) ?? [];
  return files?.replace(/^~/, homeDirectory() ?? "~").replace(/^\/(?=[A-Za-z]:)/, "");
}

/** Undefined for a user without a home directory, as in some containers. */
export function homeDirectory(): string | undefined {
  try {
    return os.homedir();
  } catch {
    return undefined;
  }
}

/** The project file in the directory, or in the nearest one above it. */
function projectFile(directory: string): string | undefined {
  const here = PROJECT_FILES.map((name) => path.join(directory, name)).find((file) => existsSync(file));
  const above = path.dirname(directory);
  return here ?? (above === directory ? undefined : projectFile(above));
}

function namedIn(file: string, readYaml: ReadYaml): string | undefined {
  const text = read(file) ?? "";
  if (!text.includes("backend")) return undefined;
  return parsed<{ backend?: { url?: unknown } }>(
    file,
    () => readYaml(text),
    ({ backend }) => backend?.url,
  );
}

/** The backend of the last `pulumi login`. */
function loggedInTo(environment: NodeJS.ProcessEnv): string | undefined {
  const directory =
    environment.PULUMI_CREDENTIALS_PATH || environment.PULUMI_HOME || path.join(homeDirectory() ?? "", ".pulumi");
  const file = path.join(directory, "credentials.json");
  const text = read(file);
  if (text === undefined) return undefined;
  return parsed<{ current?: unknown }>(
    file,
    () => JSON.parse(text),
    ({ current }) => current,
  );
}

/** The text of a file; undefined if it does not exist. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UnknownBackendError(`${file} cannot be read (${(error as Error).message})`);
  }
}

function parsed<T extends object>(file: string, parse: () => unknown, part: (found: T) => unknown): string | undefined {
  let found: unknown;
  try {
    found = parse();
  } catch (error) {
    throw new UnknownBackendError(`${file} cannot be read (${(error as Error).message.split("\n")[0] ?? ""})`);
  }
  const url = typeof found === "object" && found !== null ? part(found as T) : undefined;
  return typeof url === "string" ? url : undefined;
}
