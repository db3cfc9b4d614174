import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { projectFolder } from "../scripts/shared/paths.mjs";

const load = createRequire(path.join(projectFolder, "package.json"));
const { credentials, Server, ServerCredentials } = load("@grpc/grpc-js");
const { Empty } = load("google-protobuf/google/protobuf/empty_pb");
const { Struct } = load("google-protobuf/google/protobuf/struct_pb");
const { EngineService } = load("@pulumi/pulumi/proto/engine_grpc_pb");
const { PluginAttach } = load("@pulumi/pulumi/proto/plugin_pb");
const { ResourceProviderClient } = load("@pulumi/pulumi/proto/provider_grpc_pb");
const messages = load("@pulumi/pulumi/proto/provider_pb");

const ANY_SIZE = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

/** Starts the native plugin, to which engines attach, as to one that a developer started. A resource is `{ kind, name, inputs, id, state }`. */
export async function startPlugin({ url, token }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "plugin-"));
  const child = fork(path.join(projectFolder, "dist", "plugin", "plugin.cjs"), [], {
    cwd: folder,
    env: {
      ...process.env,
      COMPUTE_JOURNAL: folder,
      PULUMI_BACKEND_URL: "file:///bench",
      COMPUTE_PENDING_OPERATIONS: "off",
    },
    execArgv: ["--require", path.join(projectFolder, "bench", "memory-probe.cjs")],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [port] = await once(child.stdout, "data");
  const client = new ResourceProviderClient(`127.0.0.1:${Number(port)}`, credentials.createInsecure(), ANY_SIZE);
  const send = (method, request) => promisify(client[method].bind(client))(request);

  async function call(method, message, fields) {
    const request = new messages[message]();
    for (const [name, value] of Object.entries(fields)) {
      const set = request[`set${name.charAt(0).toUpperCase()}${name.slice(1)}`].bind(request);
      set(typeof value === "object" ? Struct.fromJavaScript(value) : value);
    }
    return await send(method, request);
  }

  const urnOf = ({ kind, name }) => `urn:pulumi:dev::bench::compute:index:${kind}::${name}`;
  const outputs = (response) => response.getProperties().toJavaScript();

  async function checked(resource, args) {
    const fields = { urn: urnOf(resource), olds: resource.inputs ?? {}, news: args };
    const response = await call("check", "CheckRequest", fields);
    const failures = response.getFailuresList().map((failure) => failure.getReason());
    if (failures.length > 0) throw new Error(failures.join("; "));
    return response.getInputs().toJavaScript();
  }

  async function change(resource, args, { preview }) {
    const inputs = await checked(resource, args);
    const fields = { urn: urnOf(resource), id: resource.id, olds: resource.state, news: inputs };
    const diff = await call("diff", "DiffRequest", { ...fields, oldInputs: resource.inputs });
    if (diff.getChanges() !== messages.DiffResponse.DiffChanges.DIFF_SOME) return resource;
    const response = await call("update", "UpdateRequest", { ...fields, oldInputs: resource.inputs, preview });
    return { ...resource, inputs, state: outputs(response) };
  }

  return {
    /** Attaches an engine of its own for a preview, an update, a refresh or a destroy. */
    async run(work) {
      const engine = new Server();
      engine.addService(EngineService, { log: (_, respond) => respond(null, new Empty()) });
      const address = `127.0.0.1:${await promisify(engine.bindAsync.bind(engine))("127.0.0.1:0", ServerCredentials.createInsecure())}`;
      const request = new PluginAttach();
      request.setAddress(address);
      try {
        await send("attach", request);
        await call("configure", "ConfigureRequest", { args: { url, token } });
        const result = await work();
        await send("cancel", new Empty());
        return result;
      } finally {
        engine.forceShutdown();
      }
    },
    async create(kind, name, args, { preview = false } = {}) {
      const resource = { kind, name, inputs: await checked({ kind, name }, args) };
      const fields = { urn: urnOf(resource), properties: resource.inputs, preview };
      const response = await call("create", "CreateRequest", fields);
      return { ...resource, id: response.getId(), state: outputs(response) };
    },
    update: (resource, args) => change(resource, args, { preview: false }),
    preview: (resource, args) => change(resource, args, { preview: true }),
    async refresh(resource) {
      const fields = { urn: urnOf(resource), id: resource.id, properties: resource.state, inputs: resource.inputs };
      return { ...resource, state: outputs(await call("read", "ReadRequest", fields)) };
    },
    remove: (resource) =>
      call("delete", "DeleteRequest", { urn: urnOf(resource), id: resource.id, properties: resource.state }),
    /** Of the plugin's process; see memory-probe.cjs. */
    async memory() {
      child.send("memory");
      const [{ memory }] = await once(child, "message");
      return memory;
    },
    async stop() {
      client.close();
      child.kill("SIGKILL");
      await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
