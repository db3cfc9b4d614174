import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

import { localFolder, projectFolder } from "../shared/paths.mjs";

const stateFolder = path.join(localFolder, "state");
const homeFolder = path.join(localFolder, "home");
const journalFolder = path.join(localFolder, "journal");

/** Not a secret: the quickstart's stack contains only emulated resources. */
const PASSPHRASE = "pulumi-compute-local";

/**
 * An environment in which Pulumi uses the local backend, and not the user's account, stack, home or options.
 * The emulator's URL and token override those in the user's environment.
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

/** Pulumi rejects a file backend whose folder doesn't exist. */
export function createLocalBackend() {
  mkdirSync(stateFolder, { recursive: true });
  mkdirSync(homeFolder, { recursive: true });
}

/** A folder that is already on PATH keeps its position, so that its other programs (like a `node`) don't take precedence. */
function withFolderOnPath(env, folder) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const folders = (env[name] ?? "").split(path.delimiter).filter(Boolean);
  return { [name]: folders.includes(folder) ? env[name] : [folder, ...folders].join(path.delimiter) };
}

function emulatorEnvironment({ url, token }, base) {
  const noProxy = [base.NO_PROXY ?? base.no_proxy, "127.0.0.1", "localhost"].filter(Boolean).join(",");
  return { COMPUTE_URL: url, COMPUTE_TOKEN: token, COMPUTE_BRAND: "compute", NO_PROXY: noProxy, no_proxy: noProxy };
}

/**
 * Removes a stack whose resources no longer exist, because their emulator has stopped: its state, history, backups, locks and config, and
 * the journal. `pulumi stack rm --force` would fail after a crash, which leaves the stack locked.
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
