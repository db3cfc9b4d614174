// The program of the native plugin: serves Pulumi's provider protocol on a port that it prints, to the engine that started it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, credentials, Server, ServerCredentials } from "@grpc/grpc-js";
import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import type { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { parse } from "yaml";
import { packageVersion } from "../api/user-agent";
import { openCancellation } from "../plugin/cancellation";
import { connectEngineLog } from "../plugin/engine-log";
import { endProcess, processOptions } from "../plugin/process-options";
import { watchOutput } from "../shared/engine-watch";
import { Configuration } from "./configuration";
import type * as component from "./construct";
import { createNativeHost } from "./host";
import { LIST } from "./list";

/** The engine does not limit its messages either. */
const MAX_MESSAGE_BYTES = 400 * 1024 * 1024;
const MESSAGE_LIMITS = {
  "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
  "grpc.max_send_message_length": MAX_MESSAGE_BYTES,
};

const starter = process.argv.slice(2).find((argument) => /^[^/]+:\d+$/.test(argument));
let serving = serve(starter, endProcess);

watchOutput([process.stdout, process.stderr], endProcess);
// The engine ends the process with it, and reports a process that is still there, or ends otherwise, as a fault of the plugin.
process.on("SIGINT", () => void (serving.ending ?? Promise.resolve()).finally(() => process.exit(0)));

const server = new Server(MESSAGE_LIMITS);
// The client's half of the method is not used.
const service = { ...ResourceProviderService, list: { ...ResourceProviderService.create, ...LIST } };
const calls = Object.keys(serving.host).map((name) => {
  const call = (...message: unknown[]) =>
    (serving.host[name] as unknown as (...message: unknown[]) => void)(...message);
  return [name, call] as const;
});
server.addService(service, { ...Object.fromEntries(calls), attach });
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});

/** Every preview and every update, whose engine attaches to a process that a developer started, begins anew. */
function attach(
  { request }: { readonly request: PluginAttach },
  respond: (error: null, response: Empty) => void,
): void {
  const engine = request.getAddress();
  if (serving.engine !== engine || serving.ending !== undefined) {
    const { ending = Promise.resolve(), close } = serving;
    void ending.finally(close);
    serving = serve(engine);
  }
  respond(null, new Empty());
}

/** Serves the engine that started this process, or one that has attached to it. */
function serve(engine: string | undefined, onEngineExit?: () => void) {
  const configuration = new Configuration();
  const { signal, cancel } = openCancellation();
  let atRunEnd: () => Promise<void> | undefined = () => undefined;
  const client = engine === undefined ? undefined : new Client(engine, credentials.createInsecure(), MESSAGE_LIMITS);
  const log = connectEngineLog(client && { engine: client, newRequest: () => new LogRequest() });
  const host = createNativeHost({
    ...processOptions({
      engine,
      onEngineExit: onEngineExit ?? (() => run.stop()),
      settings: () => configuration.settings(),
      log,
      readYaml: (text) => parse(text) as unknown,
    }),
    signal,
    onRunEnd: (listener) => {
      atRunEnd = listener;
    },
    configuration,
    version: packageVersion,
    schema: () => readFileSync(join(__dirname, "schema.json"), "utf8"),
    // On Ctrl-C, and at the end of every preview and update.
    onCancel: () => {
      run.ending = atRunEnd() ?? Promise.resolve();
      run.stop();
    },
  });
  let components: component.Construct | undefined;
  const construct: component.Construct = (call, respond) => (components ??= serveComponents(engine))(call, respond);
  const run = {
    engine,
    host: { ...host, construct } as UntypedServiceImplementation,
    /** What must end before the process does. */
    ending: undefined as Promise<void> | undefined,
    stop: cancel,
    close: () => client?.close(),
  };
  return run;
}

/** Most programs use no component. */
function serveComponents(engine: string | undefined): component.Construct {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded late
  return (require("./construct") as typeof component).serveComponents(engine);
}
