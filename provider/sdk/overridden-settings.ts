import * as pulumi from "@pulumi/pulumi";
import { SETTING_NAMES, environmentSource } from "../api/settings";
import type { SettingName, SettingsSource } from "../api/settings";
import { oncePerRun } from "./once-per-run";

type Overridden = (typeof SETTING_NAMES)[SettingName];

const isFirst = oncePerRun();

/**
 * Warns, once per preview or update for each setting, that the environment overrides a different value in the stack config. Shows no
 * values.
 * @param explicit settings of an explicit provider, which override both
 */
export function warnOfOverriddenSettings(explicit: SettingsSource = {}): void {
  const all = pulumi.runtime.allConfig();
  const stack = Object.fromEntries(Object.entries(SETTING_NAMES).map(([name, { key }]) => [name, all[key]]));
  const overridden = overriddenSettings(explicit, environmentSource(process.env), stack);
  const fresh = overridden.filter(({ key }) => isFirst(key));
  if (fresh.length > 0) void pulumi.log.warn(warningOf(fresh));
}

/** The settings that differ between the environment and the stack config, and that no explicit provider overrides. */
export function overriddenSettings(
  explicit: SettingsSource,
  environment: SettingsSource,
  stack: SettingsSource,
): Overridden[] {
  return (Object.keys(SETTING_NAMES) as SettingName[])
    .filter((name) => {
      const [own, variable, configured] = [explicit, environment, stack].map((source) => given(source[name]));
      return own === undefined && variable !== undefined && configured !== undefined && variable !== configured;
    })
    .map((name) => SETTING_NAMES[name]);
}

function warningOf(overridden: readonly Overridden[]): string {
  const pairs = overridden.map(({ variable, key }) => `${variable} is used instead of ${key}`).join(", ");
  const variables = overridden.map(({ variable }) => variable).join(", ");
  const keys = overridden.map(({ key }) => key).join(", ");
  return (
    `The environment overrides stack config: ${pairs}. Unset ${variables} to use stack config, ` +
    `or remove ${keys} with \`pulumi config rm\`.`
  );
}

/** The value as the settings use it: without surrounding whitespace, and without a trailing slash. */
function given(value: string | undefined): string | undefined {
  const text = value?.trim().replace(/\/+$/, "");
  return text === "" ? undefined : text;
}
