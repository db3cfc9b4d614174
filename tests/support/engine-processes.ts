import { execFileSync } from "node:child_process";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/**
 * The Node process of the dynamic provider below a running CLI.
 * @throws Error if there is none.
 */
export function providerOf(cliPid: number): number {
  return processBelow(cliPid, /node\S* .*(dynamic-provider|pulumi-resource-compute)/);
}

/**
 * The Node process of the program below a running CLI.
 * @throws Error if there is none.
 */
export function programOf(cliPid: number): number {
  return processBelow(cliPid, /node\S* .*pulumi.cmd.run\b(?!-)/);
}

function processBelow(cliPid: number, command: RegExp): number {
  const found = descendants(cliPid).find((each) => command.test(each.command));
  if (!found) throw new Error(`No process ${command} was found.`);
  return found.pid;
}

/** @throws Error if there is none. */
export function killProvider(cliPid: number): void {
  process.kill(providerOf(cliPid), "SIGKILL");
}

/** Not if it has exited and its parent, possibly a new one, has yet to notice. */
export function isAlive(pid: number): boolean {
  try {
    return !execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).startsWith("Z");
  } catch {
    return false;
  }
}

/** Kills this process if it is still running. */
export function ensureEnded(pid: number): void {
  if (isAlive(pid)) process.kill(pid, "SIGKILL");
}

/**
 * Kills a running CLI, and its plugins, which run in their own process groups and would outlive it. The CLI first: it would write the
 * failure of a plugin to the state, and leave an empty file if it is killed meanwhile.
 */
export function killTree(pid: number): void {
  for (const { pid: each } of [{ pid }, ...descendants(pid)]) {
    try {
      process.kill(each, "SIGKILL");
    } catch {
      // It has ended by itself in the meantime.
    }
  }
}

/** All descendants of this process. */
export function descendants(pid: number): Process[] {
  const all = processes();
  const below = (parent: number): Process[] =>
    all.filter((each) => each.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
}

function processes(): Process[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return table.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
