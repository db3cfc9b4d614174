import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** The process that holds a lock. */
interface LockHolder {
  readonly pid: number;
  /** When the process started, if available, because the system may reuse its PID. */
  readonly begun: string | null;
}

/**
 * Lets only one process at a time use a file. A lock file next to it names that process. The lock file survives a kill, so the lock
 * of a dead process is replaced.
 */
export class FileLock {
  private constructor(
    private readonly path: string,
    private readonly content: string,
  ) {}

  /**
   * Locks a file.
   * @throws Error while a running process holds the lock, or when the lock file is not a lock.
   */
  static take(file: string): FileLock {
    const path = `${file}.lock`;
    const { pid } = process;
    const content = JSON.stringify({ pid, begun: beginOf(pid) } satisfies LockHolder);
    const own = `${path}.${pid}`;
    writeFileSync(own, content);
    try {
      // Linking a complete file into place ensures that every lock names its owner.
      while (!isLinked(own, path)) discardStale(file, path, `${own}.stale`);
    } finally {
      rmSync(own, { force: true });
    }
    return new FileLock(path, content);
  }

  release(): void {
    if (read(this.path) === this.content) rmSync(this.path, { force: true });
  }
}

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** @throws Error when the lock is not stale. */
function discardStale(file: string, path: string, aside: string): void {
  const found = read(path);
  if (found === undefined) return;
  const holder = holderIn(found);
  if (holder === undefined)
    throw new Error(`${path} is not a lock of this emulator. Move it away, or choose another data file.`);
  if (isAlive(holder)) {
    throw new Error(
      `${file} is in use by another emulator (process ${holder.pid}). Stop it, or choose another data file. ` +
        `If process ${holder.pid} is not an emulator, delete ${path}.`,
    );
  }
  try {
    renameSync(path, aside);
  } catch (error) {
    // Another process has already removed it.
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  // Another process may have replaced the lock meanwhile; if so, put its lock back.
  if (read(aside) !== found) isLinked(aside, path);
  rmSync(aside, { force: true });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function holderIn(content: string): LockHolder | undefined {
  try {
    const parsed = JSON.parse(content) as Partial<LockHolder> | null;
    const pid = parsed?.pid;
    return Number.isInteger(pid) ? { pid: pid as number, begun: parsed?.begun ?? null } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, begun }: LockHolder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return codeOf(error) === "EPERM";
  }
  const now = beginOf(pid);
  return now === null || begun === null || now === begun;
}

/** When a process started, as boot ID and clock ticks; null if unavailable, "ended" for a zombie. */
function beginOf(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program name, in parentheses, may contain any character.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "ended" : `${boot} ${fields[19]}`;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : undefined;
}
