import { execFileSync } from "node:child_process";
import { constants, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import path from "node:path";
import { isObject } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { bytesIn, structIn } from "./protobuf";

/** What a preview asked of the plugin of a package. */
export interface PluginCalls {
  /** Where the plugin is. */
  readonly directory: string | undefined;
  readonly calls: ReadonlySet<string>;
}

type Field = readonly [name: string, number: number, type: "text" | "struct"];

const RESOURCE: readonly Field[] = [
  ["urn", 1, "text"],
  ["news", 3, "struct"],
];
const DIFFERENCE: readonly Field[] = [
  ["id", 1, "text"],
  ["urn", 2, "text"],
  ["olds", 3, "struct"],
  ["news", 4, "struct"],
];
const FUNCTION: readonly Field[] = [
  ["tok", 1, "text"],
  ["args", 2, "struct"],
];

/** The parts of a request that tell whether a preview sent the same, by the name of the method. No other method changes anything. */
const COMPARED: Readonly<Record<string, readonly Field[]>> = {
  CheckConfig: RESOURCE,
  DiffConfig: DIFFERENCE,
  Configure: [["args", 2, "struct"]],
  Check: RESOURCE,
  Diff: DIFFERENCE,
  Read: [
    ["id", 1, "text"],
    ["urn", 2, "text"],
  ],
  Invoke: FUNCTION,
  StreamInvoke: FUNCTION,
  Call: FUNCTION,
  Construct: [
    ["type", 7, "text"],
    ["name", 8, "text"],
    ["parent", 9, "text"],
  ],
};

/** Methods that every plugin may be asked, whatever the preview did. */
const HARMLESS = [
  "Handshake",
  "Attach",
  "GetPluginInfo",
  "GetSchema",
  "GetMapping",
  "GetMappings",
  "Parameterize",
  "Cancel",
];

export function isHarmless(method: string): boolean {
  return HARMLESS.includes(method);
}

/** Names a call, the same for two calls that ask the same; undefined for one that changes something. */
export function keyOfCall(method: string, request: Buffer): string | undefined {
  return keyWith(method, ([, number, type]) => {
    const bytes = bytesIn(request, number);
    return type === "text" ? bytes.toString() : structIn(bytes);
  });
}

function keyWith(method: string, valueOf: (field: Field) => unknown): string | undefined {
  const fields = COMPARED[method];
  return fields && JSON.stringify([method, ...fields.map(valueOf)], sorted);
}

function sorted(_key: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}

interface LoggedCall {
  readonly method: string;
  readonly request?: Values;
  readonly metadata?: { readonly kind?: string; readonly name?: string };
}

/** Listens to what the engine asks of plugins. Its log has secrets in plain text, so it is a pipe. */
export interface CallRecorder {
  readonly environment: NodeJS.ProcessEnv;
  /** The calls by package, once the engine has exited. */
  end(): Promise<ReadonlyMap<string, PluginCalls>>;
}

/** Never part of JSON. */
const END = "\0";

export function recordPluginCalls(folder: string): CallRecorder {
  const pipe = path.join(folder, "calls");
  execFileSync("mkfifo", ["-m", "600", pipe]);
  // Opened for writing, too, so that it has no end before `end` writes one.
  const socket = new Socket({
    fd: openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK),
    readable: true,
    writable: true,
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve) => {
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      if (chunk.includes(END)) resolve();
    });
  });
  return {
    environment: { PULUMI_DEBUG_GRPC: pipe },
    end: async () => {
      if (!socket.destroyed) socket.write(END);
      await ended;
      socket.destroy();
      rmSync(pipe, { force: true });
      const lines = Buffer.concat(chunks).toString().split("\n");
      return callsIn(lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as LoggedCall));
    },
  };
}

function callsIn(logged: readonly LoggedCall[]): ReadonlyMap<string, PluginCalls> {
  const found = new Map<string, { directory: string | undefined; calls: Set<string> }>();
  for (const { method: route, request, metadata } of logged) {
    const { kind, name } = metadata ?? {};
    if (kind !== "resource" || name === undefined || request === undefined) continue;
    const method = route.split("/").at(-1) ?? "";
    const plugin = found.get(name) ?? { directory: undefined, calls: new Set() };
    found.set(name, plugin);
    const { rootDirectory } = request;
    if (method === "Handshake" && typeof rootDirectory === "string") plugin.directory = rootDirectory;
    const key = keyWith(method, ([field, , type]) => request[field] ?? (type === "text" ? "" : {}));
    if (key !== undefined) plugin.calls.add(key);
  }
  return found;
}
