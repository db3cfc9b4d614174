// The plugin of a package that is not this one, for stories with the real CLI. It writes each call to a file: node other-plugin.cjs FILE ENGINE.
const { appendFileSync } = require("node:fs");
const { Server, ServerCredentials } = require("@grpc/grpc-js");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb");
const messages = require("@pulumi/pulumi/proto/provider_pb");
const { ResourceProviderService } = require("@pulumi/pulumi/proto/provider_grpc_pb");
const { Empty } = require("google-protobuf/google/protobuf/empty_pb");

const [, , file] = process.argv;
const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
const same = (one, other) => JSON.stringify(one?.toJavaScript()) === JSON.stringify(other?.toJavaScript());
const filled = (message, values) => {
  for (const [name, value] of Object.entries(values)) message[`set${name}`](value);
  return message;
};

appendFileSync(file, `start ${process.cwd()}\n`);

let ids = 0;
const calls = {
  getPluginInfo: () => filled(new PluginInfo(), { Version: "1.0.0" }),
  checkConfig: (request) => filled(new messages.CheckResponse(), { Inputs: request.getNews() }),
  diffConfig: () => filled(new messages.DiffResponse(), { Changes: DIFF_NONE }),
  configure: () => filled(new messages.ConfigureResponse(), { Acceptsecrets: true, Supportspreview: true }),
  check: (request) => filled(new messages.CheckResponse(), { Inputs: request.getNews() }),
  diff: (request) =>
    filled(new messages.DiffResponse(), {
      Changes: same(request.getOlds(), request.getNews()) ? DIFF_NONE : DIFF_SOME,
    }),
  create: (request) =>
    filled(new messages.CreateResponse(), { Id: `other-${++ids}`, Properties: request.getProperties() }),
  read: (request) =>
    filled(new messages.ReadResponse(), {
      Id: request.getId(),
      Properties: request.getProperties(),
      Inputs: request.getInputs(),
    }),
  update: (request) => filled(new messages.UpdateResponse(), { Properties: request.getNews() }),
  delete: () => new Empty(),
  invoke: (request) => filled(new messages.InvokeResponse(), { Return: request.getArgs() }),
  cancel: () => new Empty(),
};

const implementation = Object.entries(calls).map(([name, answer]) => [
  name,
  ({ request }, respond) => {
    const subject = request.getUrn?.() ?? request.getTok?.() ?? "";
    appendFileSync(file, `${name} ${subject.split("::").at(-1)}\n`);
    respond(null, answer(request));
  },
]);
const server = new Server();
server.addService(ResourceProviderService, Object.fromEntries(implementation));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
process.on("SIGINT", () => process.exit(0));
