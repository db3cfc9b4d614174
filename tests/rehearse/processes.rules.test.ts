import { once } from "node:events";
import { readFileSync } from "node:fs";
import { startGroup } from "../../cli/rehearse/processes";

/** Starts a process in a group of its own, as the CLI starts language hosts, and prints its ID. */
const COMMAND = ["bash", "-mc", `sleep 20 & echo $!; [ "$1" = ends ] || wait`, "bash"] as const;

const isRunning = (pid: string): boolean => {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

test.each(["ends", "is killed"])(
  "what a command started in groups of its own ends when the command %s",
  async (how) => {
    const { child, ended, kill } = startGroup([...COMMAND, how], { stdio: ["pipe", "ignore"] });
    const [pid] = (await once(child.stdout!, "data")) as [Buffer];
    if (how !== "ends") kill();
    await ended;
    expect(isRunning(pid.toString().trim())).toBe(false);
  },
);
