import { createHash } from "node:crypto";
import path from "node:path";
import type { Settings } from "../api/settings";
import { digestOf } from "../definition/digest";
import { homeDirectory } from "./backend";

/** What a journal belongs to: it never covers resources of another stack, backend or API. */
export interface JournalOwner {
  readonly organization: string;
  readonly project: string;
  readonly stack: string;
  readonly settings: Pick<Settings, "url" | "brand">;
  /** URL of the state backend, because two backends may have stacks with the same name. */
  readonly backend: string;
}

export type Stack = Omit<JournalOwner, "settings" | "backend">;

/**
 * The directory of a stack's journal: below `COMPUTE_JOURNAL`, or below the platform's directory for application state.
 * @returns undefined if `COMPUTE_JOURNAL` is `off`, or if there is no such directory.
 */
export function journalDirectory(
  { organization, project, stack, settings, backend }: JournalOwner,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const given = environment.COMPUTE_JOURNAL?.trim();
  if (given === "off") return undefined;
  const state = stateDirectory(environment, platform);
  const base = given ? path.resolve(given) : state && path.join(state, "pulumi-compute", "journal");
  if (base === undefined) return undefined;
  const hash = digestOf([organization, project, stack, settings.url, settings.brand, backend], 12);
  return path.join(base, `${plain(project)}-${plain(stack)}-${hash}`);
}

/** Distinguishes accounts of the same API, without revealing the token. */
export function accountOf({ token = "" }: Pick<Settings, "token">): string {
  return createHash("sha256").update(token).digest("hex").slice(0, 12);
}

function stateDirectory(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  const { LOCALAPPDATA, XDG_STATE_HOME } = environment;
  if (platform === "win32" && LOCALAPPDATA) return LOCALAPPDATA;
  // According to the XDG specification, a relative value must be ignored.
  const isXdg = platform !== "win32" && platform !== "darwin" && XDG_STATE_HOME && path.isAbsolute(XDG_STATE_HOME);
  if (isXdg) return XDG_STATE_HOME;
  const home = homeDirectory();
  if (home === undefined) return undefined;
  if (platform === "win32") return path.join(home, "AppData", "Local");
  return platform === "darwin" ? path.join(home, "Library", "Application Support") : path.join(home, ".local", "state");
}

function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, "_").slice(0, 60);
}
