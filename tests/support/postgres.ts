import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { systemTool } from "./system-tool";

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

const USER = "pulumi";

/** The server program; undefined if it is not installed. */
export function postgresTool(): string | undefined {
  return systemTool("postgres", ["postgres"], (file) => existsSync(beside(file, "initdb")));
}

/** Starts a server with a new, empty database, which only listens on a socket in its folder. */
export async function startPostgres(postgres: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-postgres-"));
  const data = path.join(folder, "data");
  const owner = ownerOfServers();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const initdb = ["-D", data, "-U", USER, "--auth=trust", "--no-locale", "--encoding=UTF8", "--no-sync"];
  execFileSync(beside(postgres, "initdb"), initdb, { ...owner, cwd: folder, stdio: "pipe" });
  const server = spawn(postgres, ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"], {
    ...owner,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  /** Stops the server, and deletes its data. */
  const stop = async (): Promise<void> => {
    // "Fast shutdown": closes all connections.
    server.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await ready(server);
  // For PULUMI_BACKEND_URL.
  return { url: `postgres:///postgres?host=${folder}&user=${USER}&sslmode=disable`, stop };
}

/** PostgreSQL does not run as root, so root runs it as the user of Debian's package. */
function ownerOfServers(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function beside(postgres: string, program: string): string {
  return path.join(path.dirname(postgres), program);
}

async function ready(server: ChildProcess): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL has ended:\n${said}`)));
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("ready to accept connections")) resolve();
    });
  });
}
