import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Settings } from "../api/settings";

/** What a journal belongs to: it never covers resources of another stack, backend or service. */
export interface JournalOwner {
  readonly organization: string;
  readonly project: string;
  readonly stack: string;
  readonly settings: Pick<Settings, "url" | "brand">;
}

/**
 * The folder of a stack's journal: below `COMPUTE_JOURNAL`, or below the platform's folder for application state.
 * @returns undefined if `COMPUTE_JOURNAL` is `off`, or if there is no such folder.
 */
export function journalFolder(
  { organization, project, stack, settings }: JournalOwner,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const given = environment.COMPUTE_JOURNAL?.trim();
  if (given === "off") return undefined;
  const state = stateFolder(environment, platform);
  const base = given ? path.resolve(given) : state && path.join(state, "pulumi-compute", "journal");
  if (base === undefined) return undefined;
  const owner = JSON.stringify([organization, project, stack, settings.url, settings.brand, backendOf(environment)]);
  const hash = createHash("sha256").update(owner).digest("hex").slice(0, 12);
  return path.join(base, `${plain(project)}-${plain(stack)}-${hash}`);
}

function stateFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  const { LOCALAPPDATA, XDG_STATE_HOME } = environment;
  if (platform === "win32" && LOCALAPPDATA) return LOCALAPPDATA;
  // According to the XDG specification, a relative value must be ignored.
  const isXdg = platform !== "win32" && platform !== "darwin" && XDG_STATE_HOME && path.isAbsolute(XDG_STATE_HOME);
  if (isXdg) return XDG_STATE_HOME;
  const home = homeFolder();
  if (home === undefined) return undefined;
  if (platform === "win32") return path.join(home, "AppData", "Local");
  return platform === "darwin" ? path.join(home, "Library", "Application Support") : path.join(home, ".local", "state");
}

/** Undefined for a user without a home folder, as in some containers. */
function homeFolder(): string | undefined {
  try {
    return os.homedir();
  } catch {
    return undefined;
  }
}

/** The backend is part of the key because two backends may have stacks with the same name. */
function backendOf(environment: NodeJS.ProcessEnv): string {
  const url = environment.PULUMI_BACKEND_URL ?? loggedInTo(environment) ?? "";
  // Such an address is relative to the folder.
  return /^file:\/\/(?![/~])/.test(url) ? `${url} of ${process.cwd()}` : url;
}

/** The backend of the last `pulumi login`. */
function loggedInTo(environment: NodeJS.ProcessEnv): string | undefined {
  const home = environment.PULUMI_HOME ?? path.join(homeFolder() ?? "", ".pulumi");
  try {
    const { current } = JSON.parse(readFileSync(path.join(home, "credentials.json"), "utf8")) as { current?: unknown };
    return typeof current === "string" ? current : undefined;
  } catch {
    return undefined;
  }
}

function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, "_").slice(0, 60);
}
