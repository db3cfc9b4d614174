import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import type { ClientHttp2Session, Http2Session } from "node:http2";
import os from "node:os";
import path from "node:path";
import { withoutCopy } from "../../provider/api/rehearsal";
import type { Values } from "../../provider/definition/values";
import { isOnlyInState } from "./foreign";
import { kindIn } from "../../provider/resources/registry";
import { connectGrpc, serveGrpc } from "./grpc";
import type { Call, Reaction } from "./grpc";
import { isHarmless, keyOfCall } from "./plugin-calls";
import type { PluginCalls } from "./plugin-calls";
import { startGroup } from "./processes";
import type { ProcessGroup } from "./processes";
import { bytesIn, fieldsIn, messageOf, structIn, structOf } from "./protobuf";
import type { Field } from "./protobuf";
import type { Configuration, Substitution } from "./stand-ins";

/** What stands between the engine and all plugins in the update of a rehearsal. */
export interface Guard {
  readonly environment: NodeJS.ProcessEnv;
  /** Ends the plugins that the engine has left, or all at once. */
  close(signal?: NodeJS.Signals): Promise<void>;
}

interface GuardOptions {
  /** A folder for the guard's own files. */
  readonly folder: string;
  /** The folder of the project's `main`, in which the engine runs plugins. */
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  /** What the preview asked of the plugins. */
  readonly previewed: ReadonlyMap<string, PluginCalls>;
  /** Replaces the accounts' tokens and URLs. */
  readonly substitution: Substitution;
}

/** Dynamic resources of all npm packages, of this one too, have the same plugin. */
const DYNAMIC = "pulumi-nodejs";
/** Comes with the CLI. */
const BUNDLED = [DYNAMIC, "pulumi-python"];

/**
 * Attaches the engine to itself instead of the plugins, and passes on to these what belongs to this package, what exists only in the state, and
 * what the preview asked in the same words. The engine finds no other plugin: neither on PATH, nor in a project file that declares one.
 */
export async function guardPlugins(options: GuardOptions): Promise<Guard> {
  const { folder, environment, previewed } = options;
  const plugins: RunningPlugin[] = [];
  const servers = await Promise.all(
    [...new Set([...previewed.keys(), ...BUNDLED])]
      .filter((name) => !/[,:]/.test(name))
      .map(async (name) => {
        const running = new Map<Http2Session, RunningPlugin>();
        const pluginFor = (session: Http2Session, engine: string): RunningPlugin => {
          const known = running.get(session);
          if (known) return known;
          const plugin = startPlugin(name, engine, options);
          plugins.push(plugin);
          running.set(session, plugin);
          return plugin;
        };
        const react = reactor(name, { ...options, pluginFor });
        return { name, server: await serveGrpc(react, (session) => void running.get(session)?.end("SIGINT")) };
      }),
  );
  const attached = servers.map(({ name, server }) => `${name}:${server.port}`).join(",");
  return {
    environment: {
      PULUMI_DEBUG_PROVIDERS: attached,
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      PULUMI_IGNORE_AMBIENT_PLUGINS: "true",
      PULUMI_HOME: homeWithoutPlugins(folder, environment),
    },
    close: async (signal = "SIGINT") => {
      for (const { server } of servers) server.close();
      await Promise.all(plugins.map((plugin) => plugin.end(signal)));
    },
  };
}

type Reacting = GuardOptions & { readonly pluginFor: (session: Http2Session, engine: string) => RunningPlugin };

function reactor(name: string, { previewed, substitution, pluginFor }: Reacting) {
  const plugin = previewed.get(name);
  const isFree = name === "compute" || isOnlyInState(`${name}:`);
  const settings = (given: Values): Configuration =>
    name === "compute" || name === DYNAMIC
      ? substitution.configuration(given)
      : { values: substitution.value(given) as Values, stranger: undefined };
  /** The accounts that providers of this package were configured for, and that have no copy. */
  const strangers = new Map<Http2Session, string>();
  return async ({ method: route, messages, session }: Call): Promise<Reaction> => {
    const [request = Buffer.alloc(0)] = messages;
    const method = route.split("/").at(-1) ?? "";
    const subject = subjectOf(method, request);
    const isOwn = isFree || (name === DYNAMIC && (/Config/.test(method) || kindIn(typeOf(subject)) !== undefined));
    const isAsked = isHarmless(method) || isOwn || plugin?.calls.has(keyOfCall(method, request) ?? "");
    if (plugin === undefined || !isAsked)
      return withoutPlugin(method, request) ?? { error: refusal(subject || name, method) };
    const stranger = strangers.get(session);
    const isNew = method === "Check" && bytesIn(request, 2).length === 0;
    if (stranger !== undefined && (isNew || EFFECTIVE.test(method)))
      return withoutPlugin(method, request) ?? { error: withoutCopy(substitution.original(stranger)) };
    const engine = ["Handshake", "Attach"].includes(method) ? bytesIn(request, 1).toString() : "";
    const upstream = await pluginFor(session, engine).connection;
    if (method === "Attach") return { message: Buffer.alloc(0) };
    const { directory = "" } = plugin;
    if (method === "Handshake") return { upstream, messages: [Buffer.concat([request, placeOf(directory)])] };
    const fields = SETTINGS[method];
    if (fields === undefined) return { upstream, messages };
    const substituted = (given: Values): Values => {
      const { values, stranger: found } = settings(given);
      if (found !== undefined) strangers.set(session, found || (strangers.get(session) ?? ""));
      return values;
    };
    const configured = fieldsIn(request).map(([number, value]): Field => {
      if (!fields.includes(number) || !Buffer.isBuffer(value)) return [number, value];
      const isEntry = method === "Configure" && number === 1;
      return [number, isEntry ? entryWith(value, substituted) : structOf(substituted(structIn(value)))];
    });
    return { upstream, messages: [messageOf(configured)] };
  };
}

/** An entry of a map, which has one in each field of its number: a key and a text. */
function entryWith(entry: Buffer, substituted: (given: Values) => Values): Buffer {
  const key = bytesIn(entry, 1);
  const values = substituted({ [key.toString()]: bytesIn(entry, 2).toString() });
  return messageOf([
    [1, key],
    [2, Buffer.from(String(values[key.toString()]))],
  ]);
}

/** The fields with the settings of a provider. */
const SETTINGS: Readonly<Record<string, readonly number[]>> = {
  CheckConfig: [2, 3],
  DiffConfig: [3, 4, 6],
  Configure: [1, 2],
};

/** What may change something, or read it. */
const EFFECTIVE = /^(Create|Read|Update|Delete|Invoke|StreamInvoke|Call)$/;

/**
 * Answers what precedes a change, so that the engine comes to the change, which is refused, and continues with other resources: every
 * configuration and all inputs are right, and the inputs differ.
 */
function withoutPlugin(method: string, request: Buffer): Reaction | undefined {
  const [changes, none, some] = [4, 1n, 2n] as const;
  if (/^Check/.test(method)) return { message: messageOf([[1, bytesIn(request, 3)]]) };
  if (/^Diff/.test(method)) return { message: messageOf([[changes, method === "Diff" ? some : none]]) };
  return isHarmless(method) || method === "Configure" ? { message: Buffer.alloc(0) } : undefined;
}

/** What the engine tells a plugin that it starts itself, and not one that it attaches to. */
function placeOf(directory: string): Buffer {
  return messageOf([2, 3].map((number) => [number, Buffer.from(directory)]));
}

/** The field with the URN, or with what a function is called. */
const SUBJECT: Readonly<Record<string, number>> = {
  Diff: 2,
  DiffConfig: 2,
  Read: 2,
  Update: 2,
  Delete: 2,
  Construct: 8,
};

function subjectOf(method: string, request: Buffer): string {
  return isHarmless(method) || method === "Configure" ? "" : bytesIn(request, SUBJECT[method] ?? 1).toString();
}

function typeOf(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

const EFFECTS: Readonly<Record<string, string>> = { Create: "created", Update: "updated", Delete: "deleted" };

function refusal(what: string, method: string): string {
  return (
    `This is a rehearsal, and its preview did not show that ${what} would be ${EFFECTS[method] ?? "called"}, for real. Nothing was sent to its ` +
    "package. Declare it so that a preview shows it, outside `apply`, or update without a rehearsal."
  );
}

/** Says what a rehearsal has to do with a plugin that the engine does not find. */
export function explained(message: string): string {
  const [, name] = /no resource plugin 'pulumi-resource-([\w-]+)'/.exec(message) ?? [];
  return name === undefined ? message : refusal(`the package ${name}`, "");
}

interface RunningPlugin {
  readonly connection: Promise<ClientHttp2Session>;
  end(signal: NodeJS.Signals): Promise<unknown>;
}

/** How long a plugin may take to end. */
const END_MS = 5_000;

function startPlugin(name: string, engine: string, { directory, environment, previewed }: GuardOptions): RunningPlugin {
  const file = path.join(previewed.get(name)?.directory ?? "", `pulumi-resource-${name}`);
  const group = startGroup([file, engine], { cwd: directory, env: environment, stdio: ["pipe", "ignore"] });
  const connection = portOf(group).then(connectGrpc);
  connection.catch(() => undefined);
  return {
    connection,
    end: async (signal) => {
      connection.then(
        (session) => session.destroy(),
        () => undefined,
      );
      group.kill(signal);
      const timer = setTimeout(() => group.kill(), END_MS);
      await group.ended.catch(() => undefined);
      clearTimeout(timer);
    },
  };
}

/** A plugin prints its port first. */
function portOf({ child, ended }: ProcessGroup): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const [, port] = /^(\d+)\r?\n/.exec(text) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    ended.then((code) => reject(new Error(`The plugin exited with code ${code}.`)), reject);
  });
}

/** @throws Error if a plugin that the preview used cannot be started again */
export function requirePlugins(previewed: ReadonlyMap<string, PluginCalls>): void {
  for (const [name, { directory }] of previewed) {
    if (directory !== undefined && !/[,:]/.test(name) && existsSync(path.join(directory, `pulumi-resource-${name}`)))
      continue;
    throw new Error(
      `The program uses the package ${name}, whose plugin a rehearsal cannot start, so that it could not protect what the package manages. ` +
        "Nothing was changed.",
    );
  }
}

/** A folder with the plugins that are none of a package. */
function homeWithoutPlugins(
  folder: string,
  { PULUMI_HOME: home = path.join(os.homedir(), ".pulumi") }: NodeJS.ProcessEnv,
): string {
  const own = path.join(folder, "home");
  const [from, to] = [home, own].map((one) => path.join(one, "plugins")) as [string, string];
  mkdirSync(to, { recursive: true });
  for (const name of existsSync(from) ? readdirSync(from) : [])
    if (!name.startsWith("resource-") && !existsSync(path.join(to, name)))
      symlinkSync(path.join(from, name), path.join(to, name));
  return own;
}
