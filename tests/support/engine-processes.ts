import { execFileSync } from "node:child_process";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The Node process of the dynamic provider below a running CLI, once it is there. */
export function providerProcess(cliPid: number): number | undefined {
  return descendants(cliPid).find(({ command }) => /node\S* .*dynamic-provider/.test(command))?.pid;
}

/** Every process below this one. */
export function descendants(pid: number): Process[] {
  const children = processes().filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...processesBelow(child)]);
}

function processesBelow({ pid }: Process): Process[] {
  return descendants(pid);
}

function processes(): Process[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return table.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
