/**
 * Takes the place of the engine for one provider process, which it starts from the SDK installed in the working directory, and lets it
 * create one resource. If this process is killed, the provider loses its parent, its output and the engine's address, as if the CLI had been
 * killed. Arguments: the resource's properties as JSON, and Node options for the provider.
 */
const { spawn } = require("node:child_process");
const { createRequire } = require("node:module");
const path = require("node:path");
const { promisify } = require("node:util");

const load = createRequire(path.join(process.cwd(), "node_modules", "@pulumi", "pulumi", "package.json"));
const grpc = load("@grpc/grpc-js");
const { Empty } = load("google-protobuf/google/protobuf/empty_pb");
const { Struct } = load("google-protobuf/google/protobuf/struct_pb");
const { EngineService } = load("./proto/engine_grpc_pb");
const { ResourceProviderClient } = load("./proto/provider_grpc_pb");
const { CheckRequest, ConfigureRequest, CreateRequest, ErrorResourceInitFailed } = load("./proto/provider_pb");
const { Status } = load("./proto/status_pb");

const [properties, ...nodeOptions] = process.argv.slice(2);
const URN = "urn:pulumi:dev::fixture::pulumi-nodejs:dynamic:Resource::web";

void main();

async function main() {
  const provider = await startProvider(await listen());
  const client = new ResourceProviderClient(`127.0.0.1:${provider.port}`, grpc.credentials.createInsecure());
  process.on("message", (order) => {
    if (order === "cancel") client.cancel(new Empty(), () => undefined);
    if (order === "close the pipes") for (const stream of [provider.stdout, provider.stderr]) stream.destroy();
  });
  process.send({ pid: provider.pid });
  const call = (method, request) => promisify(client[method].bind(client))(request);
  const configure = new ConfigureRequest();
  configure.setArgs(Struct.fromJavaScript({}));
  await call("configure", configure);
  const check = new CheckRequest();
  check.setUrn(URN);
  check.setOlds(Struct.fromJavaScript({}));
  check.setNews(Struct.fromJavaScript(JSON.parse(properties)));
  const create = new CreateRequest();
  create.setUrn(URN);
  const inputs = (await call("check", check)).getInputs().toJavaScript();
  create.setProperties(Struct.fromJavaScript(withoutMarks(inputs)));
  await call("create", create).catch((error) => process.send({ failure: error.details, id: idIn(error.metadata) }));
}

/** A dynamic provider gets secrets without their marks. */
function withoutMarks(value) {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== "object" || value === null) return value;
  if ("4dabf18193072939515e22adb298388d" in value) return withoutMarks(value.value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutMarks(member)]));
}

/** The ID that the engine records although the create failed; undefined if it records nothing. */
function idIn(metadata) {
  const [status] = metadata.get("grpc-status-details-bin");
  const [detail] = status === undefined ? [] : Status.deserializeBinary(status).getDetailsList();
  return detail?.unpack(ErrorResourceInitFailed.deserializeBinary, "pulumirpc.ErrorResourceInitFailed").getId();
}

/** Serves the engine's log, and returns its address. */
async function listen() {
  const server = new grpc.Server();
  server.addService(EngineService, {
    log({ request }, respond) {
      process.send({ message: request.getMessage() });
      respond(null, new Empty());
    },
  });
  const port = await promisify(server.bindAsync.bind(server))("127.0.0.1:0", grpc.ServerCredentials.createInsecure());
  return `127.0.0.1:${port}`;
}

/** Starts the provider in its own process group, as the engine does. Its first output begins with its port. */
function startProvider(address) {
  const args = [...nodeOptions, load.resolve("./cmd/dynamic-provider"), address];
  const child = spawn(process.execPath, args, { detached: true, stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.resume();
  return new Promise((resolve) => {
    child.stdout.once("data", (line) => resolve(Object.assign(child, { port: Number.parseInt(line, 10) })));
  });
}
