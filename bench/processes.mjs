/** What the engine starts: a program, or a script whose interpreter is the first word. */
const PLUGIN = /(^|\/)pulumi-resource-[^/ ]+( |$)/;

/** The words of the command that started the first plugin; undefined if none was seen. */
export function pluginCommand(samples) {
  return samples.find(({ command }) => PLUGIN.test(command))?.words;
}

function roleOf(command) {
  // The leading slash excludes the launcher, whose `node -e` contains the module's name without a folder.
  if (/\/@pulumi\/pulumi\/cmd\/run\b/.test(command)) return "program";
  if (/\/@pulumi\/pulumi\/cmd\/dynamic-provider\b/.test(command)) return "provider";
  const [file = ""] = command.split(" ");
  const name = file.split("/").at(-1);
  if (name === "pulumi") return "engine";
  if (name.startsWith("pulumi-language-")) return "language host";
  if (PLUGIN.test(command)) return "provider";
  return "other";
}

/**
 * CPU time and peak memory by role, from the samples and from what processes reported when they exited. Both are lower bounds, so the
 * larger one counts. A role's memory is that of its largest process.
 */
export function byRole(samples, lines) {
  const all = new Map(samples.map((one) => [one.pid, one]));
  for (const line of lines) {
    const sampled = all.get(line.pid);
    all.set(line.pid, {
      command: line.command,
      cpuSec: Math.max(line.cpuSec, sampled?.cpuSec ?? 0),
      peakBytes: Math.max(line.peakBytes, sampled?.peakBytes ?? 0),
    });
  }
  const roles = {};
  for (const { command, cpuSec, peakBytes } of all.values()) {
    const role = (roles[roleOf(command)] ??= { cpuSec: 0, peakMb: 0 });
    role.cpuSec = round(role.cpuSec + cpuSec);
    role.peakMb = Math.max(role.peakMb, Math.round(peakBytes / 1e6));
  }
  return roles;
}

function round(seconds) {
  return Math.round(seconds * 100) / 100;
}
