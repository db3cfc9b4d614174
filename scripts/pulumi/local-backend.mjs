import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

import { localFolder, projectFolder } from "../shared/paths.mjs";

const stateFolder = path.join(localFolder, "state");
const homeFolder = path.join(localFolder, "home");
const journalFolder = path.join(localFolder, "journal");

/** The stack of the quickstart: it holds nothing but what the emulator makes up, so its passphrase is no secret. */
const PASSPHRASE = "pulumi-compute-local";

/**
 * The environment in which Pulumi knows only the local backend: not the user's account, stack, home or options.
 * With an emulator, its address and token replace whatever the user's own environment says.
 */
export function pulumiEnvironment({ bin, emulator, base = process.env } = {}) {
  const kept = Object.entries(base).filter(([name]) => !/^PULUMI_(?!COMPUTE_)/i.test(name));
  return {
    ...Object.fromEntries(kept),
    ...(bin && withFolderOnPath(base, bin)),
    ...(emulator && emulatorEnvironment(emulator, base)),
    PULUMI_HOME: homeFolder,
    PULUMI_BACKEND_URL: `file://${stateFolder.split(path.sep).join("/")}`,
    PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    COMPUTE_JOURNAL: journalFolder,
  };
}

/** Pulumi refuses a file backend whose folder does not exist. */
export function createLocalBackend() {
  mkdirSync(stateFolder, { recursive: true });
  mkdirSync(homeFolder, { recursive: true });
}

/** A folder that is on PATH already stays where it is, so that nothing else in it (a `node`, say) takes over. */
export function withFolderOnPath(env, folder) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const folders = (env[name] ?? "").split(path.delimiter).filter(Boolean);
  return { [name]: folders.includes(folder) ? env[name] : [folder, ...folders].join(path.delimiter) };
}

function emulatorEnvironment({ url, token }, base) {
  const noProxy = [base.NO_PROXY ?? base.no_proxy, "127.0.0.1", "localhost"].filter(Boolean).join(",");
  return { COMPUTE_URL: url, COMPUTE_TOKEN: token, COMPUTE_BRAND: "compute", NO_PROXY: noProxy, no_proxy: noProxy };
}

/**
 * Forgets a stack whose resources are gone with their emulator: its state, history, backups and locks, and its settings.
 * Pulumi's own `stack rm --force` would refuse after a crash, which leaves the stack locked.
 */
export function forgetStack(stack) {
  const bookkeeping = path.join(stateFolder, ".pulumi");
  if (existsSync(bookkeeping)) {
    for (const entry of readdirSync(bookkeeping, { recursive: true })) {
      const name = path.basename(entry);
      if (name === stack || name.startsWith(`${stack}.`)) {
        rmSync(path.join(bookkeeping, entry), { recursive: true, force: true });
      }
    }
  }
  rmSync(path.join(projectFolder, `Pulumi.${stack}.yaml`), { force: true });
  rmSync(journalFolder, { recursive: true, force: true });
}
