// eslint-disable-next-line @typescript-eslint/no-require-imports -- the package itself, wherever this file is in it
const { version } = require("pulumi-compute/package.json") as { version: string };

/** The version of this package. */
export const packageVersion = version;

let command = "";

/** Names the `pulumi-compute` command that this process runs, such as `drift`, in all requests that follow. */
export function sendsFor(name: string): void {
  command = ` (${name})`;
}

/** The `User-Agent` of every request: `pulumi-compute/1.2.3`, or `pulumi-compute/1.2.3 (drift)` for a command. */
export function userAgent(): string {
  return `pulumi-compute/${packageVersion}${command}`;
}
