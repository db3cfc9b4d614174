import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Settings } from "../api/settings";

/** What a journal belongs to: resources of another stack, backend or service are none of its business. */
export interface JournalOwner {
  readonly organization: string;
  readonly project: string;
  readonly stack: string;
  readonly settings: Pick<Settings, "url" | "brand">;
}

/**
 * The folder of a stack's journal: below `COMPUTE_JOURNAL`, or where the platform keeps what programs remember between runs.
 * @returns undefined where `COMPUTE_JOURNAL` is `off`.
 */
export function journalFolder(
  { organization, project, stack, settings }: JournalOwner,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const given = environment.COMPUTE_JOURNAL?.trim();
  if (given === "off") return undefined;
  const base = given ? path.resolve(given) : path.join(stateFolder(environment, platform), "pulumi-compute", "journal");
  const owner = JSON.stringify([organization, project, stack, settings.url, settings.brand, backendOf(environment)]);
  const hash = createHash("sha256").update(owner).digest("hex").slice(0, 12);
  return path.join(base, `${plain(project)}-${plain(stack)}-${hash}`);
}

function stateFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const home = os.homedir();
  if (platform === "win32") return environment.LOCALAPPDATA ?? path.join(home, "AppData", "Local");
  if (platform === "darwin") return path.join(home, "Library", "Application Support");
  const given = environment.XDG_STATE_HOME;
  // The XDG specification says that a relative value is to be ignored.
  return given !== undefined && path.isAbsolute(given) ? given : path.join(home, ".local", "state");
}

/** Two backends may have stacks of the same name. */
function backendOf(environment: NodeJS.ProcessEnv): string {
  const url = environment.PULUMI_BACKEND_URL ?? loggedInTo(environment) ?? "";
  // Such an address means another place in each folder.
  return /^file:\/\/(?![/~])/.test(url) ? `${url} of ${process.cwd()}` : url;
}

/** Where `pulumi login` has led. */
function loggedInTo(environment: NodeJS.ProcessEnv): string | undefined {
  const home = environment.PULUMI_HOME ?? path.join(os.homedir(), ".pulumi");
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
