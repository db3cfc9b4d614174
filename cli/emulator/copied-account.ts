import type { EmulatorOptions } from "../../emulator/index";
import { openAccount } from "../account/account";
import { copyAccount, profileOf } from "../account/copy";
import { isForbidden } from "../account/forbidden";
import { accountSettings } from "../account/chosen";
import { UsageError } from "../terminal/command";
import { amount } from "../terminal/plural";
import { printable } from "../terminal/printable";
import { progressLine } from "../terminal/progress-line";

/** The options, with a copy of the account that the environment's settings lead to. */
export async function withCopy(options: EmulatorOptions): Promise<EmulatorOptions> {
  if (options.brand !== undefined)
    throw new UsageError("--brand: the copy has the brand of its account. Set COMPUTE_BRAND.");
  const settings = accountSettings({ resources: [] }, process.env);
  const progress = progressLine(process.stderr);
  const account = openAccount(settings, { signal: new AbortController().signal, onWait: progress.wait });
  const { seed, unread, objects } = await copyAccount(account, options).finally(progress.clear);
  const lines = [
    `Copied ${amount(objects, "resource")} from ${settings.url} (requests: ${account.requests()}). Nothing was written there.`,
    ...[...unread].map(
      ([path, error]) =>
        `Not in the copy: ${path}, which ${isForbidden(error) ? "the token may not read" : "the API does not have"}.`,
    ),
    "Not real in the copy: passwords, certificates, SSH keys, the commands of StackScripts, disks and config profiles.",
  ];
  process.stderr.write(lines.map((line) => `${printable(line)}\n`).join(""));
  return { ...options, brand: settings.brand, seed, profile: options.profile ?? profileOf({ unread }) };
}
