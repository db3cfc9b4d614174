import { Metadata, status } from "@grpc/grpc-js";
import type { ServiceError, UntypedHandleCall, UntypedServiceImplementation, handleUnaryCall } from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { LoadCache } from "../api/reads";
import { dataSourceRules } from "../data-sources/registry";
import { ask, checked } from "../data-sources/request";
import type { Definition } from "../definition/definition";
import { partsOfPath } from "../definition/values";
import type { Values } from "../definition/values";
import { handlersFor } from "../lifecycle/handlers";
import type { DiffResult } from "../lifecycle/resource-handlers";
import { wholeInput } from "../lifecycle/object";
import { OPTIONS, isInState, optionsOf } from "../lifecycle/state";
import type { Options, Recorded } from "../lifecycle/state";
import { messageOf, nearest } from "../lifecycle/wording";
import { CallError, openCalls, shownFailure } from "../plugin/calls";
import type { CallsOfKind, ProcessOptions } from "../plugin/calls";
import { allKinds as kinds } from "../resources/registry";
import { unsendableIn } from "../shared/unsendable";
import type { Configuration } from "./configuration";
import { serveList } from "./list";
import { StatelessCommand } from "./stateless";
import { received, receivedArguments, sent, sentResult } from "./values";

interface NativeHostOptions extends ProcessOptions {
  readonly configuration: Configuration;
  readonly version: string;
  /** Returns the package schema as JSON. */
  readonly schema: () => string;
  readonly onCancel: () => void;
}

/** Why the plugin does not have a resource type that a program, or a `pulumi import`, names. */
function unknownKind(kind: string): Error {
  if (kind === "Zone") return new Error("A Zone is a component: import its Domain and its DomainRecords instead.");
  const names = kinds.map((one) => one.kind);
  const [meant = ". If a newer version has it, install that version."] = nearest(kind, names).map(
    (name) => `; did you mean ${name}?`,
  );
  return new Error(
    `This version of pulumi-compute has no resource type "${kind}"${meant} Available: ${names.join(", ")}.`,
  );
}

/** Options of a resource that the protocol does not pass on. */
const UNTOLD = { retains: "unknown", deletesFirst: "unknown" } as const;

/** The boundary between the lifecycle and Pulumi's provider protocol. */
export function createNativeHost(options: NativeHostOptions): UntypedServiceImplementation {
  const { configuration, version } = options;
  const calls = openCalls({ ...options, previewsOperations: true });

  const ofCommand = new StatelessCommand();
  const stateless = () => (configuration.isStateless ? ofCommand : undefined);
  const subjectOf = (request: { getUrn(): string }): Options => ({ urn: request.getUrn(), ...stateless()?.options });

  /** Results of functions in a preview, in which no resource changes. */
  const previewed = new LoadCache<Values>();

  function kindOf(urn: string) {
    const [, , types = ""] = urn.split("::");
    const kind = types.split(":").at(-1) ?? "";
    const definition = kinds.find((one) => one.kind === kind);
    if (!definition) throw unknownKind(kind);
    const ofKind = calls.ofKind(definition);
    const call: CallsOfKind = async (how, values, work) => {
      try {
        return await ofKind(how, values, work);
      } catch (error) {
        if (!(error instanceof CallError) || error.recorded === undefined) throw error;
        throw partialFailure(error.message, error.recorded, (state) => sent(definition, state, ...values));
      }
    };
    return { definition, handlers: stateless()?.handlersFor(definition) ?? handlersFor(definition), call };
  }

  return {
    handshake: unary(() => {
      const response = new messages.ProviderHandshakeResponse();
      response.setAcceptSecrets(true);
      response.setAcceptOutputs(true);
      response.setSupportsAutonamingConfiguration(true);
      return response;
    }),
    getPluginInfo: unary(() => {
      const response = new PluginInfo();
      response.setVersion(version);
      return response;
    }),
    getSchema: unary(() => {
      const response = new messages.GetSchemaResponse();
      response.setSchema(options.schema());
      return response;
    }),
    checkConfig: unary((request: messages.CheckRequest) => {
      const response = new messages.CheckResponse();
      response.setInputs(request.getNews());
      response.setFailuresList(configuration.failures(request).map((reason) => failureOf(reason)));
      return response;
    }),
    diffConfig: unary((request: messages.DiffRequest) => {
      // Other settings change no resource, so they never replace the provider: that would replace its resources.
      const response = new messages.DiffResponse();
      const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
      const names = configuration.changed(request.getOldInputs() ?? request.getOlds(), request.getNews());
      response.setChanges(names.length > 0 ? DIFF_SOME : DIFF_NONE);
      response.setDiffsList(names);
      return response;
    }),
    configure: unary((request: messages.ConfigureRequest) => {
      configuration.set(request);
      const response = new messages.ConfigureResponse();
      response.setAcceptsecrets(true);
      response.setAcceptoutputs(true);
      response.setSupportspreview(true);
      response.setSupportsAutonamingConfiguration(true);
      return response;
    }),
    check: unary(async (request: messages.CheckRequest) => {
      const { definition, handlers, call } = kindOf(request.getUrn());
      stateless()?.begin(definition, received(definition, request.getNews(), {}));
      const news = received(definition, request.getNews(), { ...subjectOf(request), ...UNTOLD, ...namingOf(request) });
      const olds = received(definition, request.getOlds(), subjectOf(request));
      const response = new messages.CheckResponse();
      const found = unsendableIn(news);
      if (found) {
        response.setFailuresList([failureOf(`${found.path}: ${found.reason}`)]);
        return response;
      }
      const wanted = configuration.withDefaultTags(definition, news);
      await call("evaluate", [wanted, olds], async ({ context, safe }) => {
        const exists = (request.getOlds()?.getFieldsMap().getLength() ?? 0) > 0;
        const { inputs, failures } = await handlers.check(exists ? olds : {}, wanted, context);
        response.setInputs(sent(definition, inputs));
        const shown = (path: string) =>
          isShown(definition, wanted, path) && safe(String(wanted[path])) === wanted[path];
        response.setFailuresList(
          failures.map(({ path, reason }) =>
            shown(path) ? failureOf(safe(reason), path) : failureOf(shownFailure({ path, reason }, safe)),
          ),
        );
      });
      return response;
    }),
    diff: unary((request: messages.DiffRequest) => {
      const { definition, handlers, call } = kindOf(request.getUrn());
      const subject = { ...subjectOf(request), ignoreChanges: request.getIgnorechangesList() };
      const state = received(definition, request.getOlds(), subject);
      const args = received(definition, request.getNews(), subject);
      return call("evaluate", [args, state], async ({ context }) => {
        const difference = await handlers.diff({ id: request.getId(), state }, args, context);
        return diffResponse(difference, { state, args });
      });
    }),
    create: unary(async (request: messages.CreateRequest) => {
      const { definition, handlers, call } = kindOf(request.getUrn());
      const args = received(definition, request.getProperties(), {
        ...subjectOf(request),
        ...UNTOLD,
        ...timeoutOf("create", request.getTimeout()),
      });
      const response = new messages.CreateResponse();
      if (request.getPreview()) {
        const planned = await call("evaluate", [args], ({ context }) => handlers.preview(undefined, args, context));
        response.setProperties(sent(definition, planned));
        return response;
      }
      const { id, state } = await call("operate", [args], ({ context }) => handlers.create(args, context));
      response.setId(id);
      response.setProperties(sent(definition, state, args));
      return response;
    }),
    read: unary(async (request: messages.ReadRequest) => {
      const { definition, handlers, call } = kindOf(request.getUrn());
      const id = request.getId();
      const state = received(definition, request.getProperties(), subjectOf(request));
      const isRefresh = isInState(definition, state);
      // For a `.get`, the engine sends the properties that the program passed, if only an empty object.
      const purpose = request.hasProperties() ? "get" : "import";
      const named = { id, urn: request.getUrn(), for: purpose } as const;
      const reading = call("operate", [state], async ({ context }) => {
        if (isRefresh) return handlers.read({ id, state }, context);
        const read = await handlers.readNew(named, context);
        return read && { id, ...read };
      });
      const found = await readWithin(request.getTimeout(), reading);
      const response = new messages.ReadResponse();
      if (found === undefined) return response;
      response.setId(found.id);
      response.setProperties(sent(definition, found.state, state));
      response.setInputs(sent(definition, found.inputs, state));
      return response;
    }),
    update: unary(async (request: messages.UpdateRequest) => {
      const { definition, handlers, call } = kindOf(request.getUrn());
      const subject = {
        ...subjectOf(request),
        ignoreChanges: request.getIgnorechangesList(),
        ...timeoutOf("update", request.getTimeout()),
      };
      const state = received(definition, request.getOlds(), subject);
      const recorded = { id: request.getId(), state };
      const args = received(definition, request.getNews(), subject);
      const values = [args, state];
      const updated = request.getPreview()
        ? await call("evaluate", values, ({ context }) => handlers.preview(recorded, args, context))
        : await call("operate", values, ({ context }) => handlers.update(recorded, args, context));
      const response = new messages.UpdateResponse();
      response.setProperties(sent(definition, updated, args));
      return response;
    }),
    delete: unary(async (request: messages.DeleteRequest) => {
      const { definition, handlers, call } = kindOf(request.getUrn());
      const state = received(definition, request.getProperties(), {
        ...subjectOf(request),
        ...timeoutOf("delete", request.getTimeout()),
      });
      await call("operate", [state], ({ context }) => handlers.delete({ id: request.getId(), state }, context));
      return new Empty();
    }),
    invoke: unary(async (request: messages.InvokeRequest) => {
      const name = request.getTok().split(":").at(-1);
      const rule = dataSourceRules.find((one) => one.name === name);
      if (!rule) throw new Error(`This version of pulumi-compute has no function "${request.getTok()}".`);
      const { values, secrets } = receivedArguments(request.getArgs());
      const load = (): Promise<Values> =>
        calls.ofStack(secrets, ({ context }) =>
          ask({ rule, args: checked(rule, values) }, { ...context, say: (message) => context.progress(message) }),
        );
      const result = request.getPreview()
        ? await previewed.load(JSON.stringify([rule.name, values]), load)
        : await load();
      const response = new messages.InvokeResponse();
      response.setReturn(sentResult(result, rule.isSecret === true));
      return response;
    }),
    list: (stream: Parameters<typeof serveList>[1]) => void serveList(calls, stream),
    cancel: unary(() => {
      options.onCancel();
      return new Empty();
    }),
  };
}

function unary<Request, Response>(work: (request: Request) => Response | Promise<Response>): UntypedHandleCall {
  const handle: handleUnaryCall<Request, Response> = ({ request }, respond) => {
    Promise.resolve()
      .then(() => work(request))
      .then(
        (response) => respond(null, response),
        (error: unknown) => respond(asServiceError(error)),
      );
  };
  return handle as UntypedHandleCall;
}

/** A call failed, but the resource exists, with an ID and a state that the engine must record. */
class PartialFailure extends Error {
  constructor(
    message: string,
    readonly details: messages.ErrorResourceInitFailed,
  ) {
    super(message);
  }
}

function partialFailure(message: string, { id, state }: Recorded, send: (state: Values) => Struct): PartialFailure {
  const details = new messages.ErrorResourceInitFailed();
  details.setId(id);
  details.setProperties(send(state));
  details.setReasonsList([message]);
  return new PartialFailure(message, details);
}

function asServiceError(error: unknown): Partial<ServiceError> {
  const base = { code: status.UNKNOWN, details: messageOf(error) };
  if (!(error instanceof PartialFailure)) return base;
  const any = new Any();
  any.pack(error.details.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const rich = new Status();
  rich.setCode(status.UNKNOWN);
  rich.setMessage(error.message);
  rich.addDetails(any);
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(rich.serializeBinary()));
  return { ...base, metadata };
}

function diffResponse(
  { hasChanges, replaces, deleteBeforeReplace, changed, parts = [] }: DiffResult,
  { state, args }: { readonly state: Values; readonly args: Values },
): messages.DiffResponse {
  const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
  const response = new messages.DiffResponse();
  response.setChanges(hasChanges ? DIFF_SOME : DIFF_NONE);
  response.setDeletebeforereplace(deleteBeforeReplace);
  response.setHasdetaileddiff(true);
  const names = changed.filter((name) => name !== OPTIONS);
  response.setDiffsList(names);
  response.setReplacesList([...replaces]);
  for (const name of names) {
    const own = parts.filter(({ path }) => partsOfPath(path)[0] === name);
    for (const { path, kind } of own.length > 0 ? own : [wholeInput(name, state, args)]) {
      const difference = new messages.PropertyDiff();
      difference.setKind(KINDS[kind][[name, path].some((one) => replaces.includes(one)) ? "replaces" : "updates"]);
      response.getDetaileddiffMap().set(path, difference);
    }
  }
  return response;
}

const { Kind } = messages.PropertyDiff;
const KINDS = {
  add: { updates: Kind.ADD, replaces: Kind.ADD_REPLACE },
  delete: { updates: Kind.DELETE, replaces: Kind.DELETE_REPLACE },
  update: { updates: Kind.UPDATE, replaces: Kind.UPDATE_REPLACE },
} as const;

/** Without a property, its path is part of the reason. */
function failureOf(reason: string, property = ""): messages.CheckFailure {
  const failure = new messages.CheckFailure();
  failure.setReason(reason);
  failure.setProperty(property);
  return failure;
}

/** Whether a failure may name the input: the engine then prints its value, which must be a text, and no secret. */
function isShown({ args }: Definition, values: Values, path: string): boolean {
  const isMarked = optionsOf(values).secrets?.some(([name]) => name === path) ?? false;
  return typeof values[path] === "string" && args[path]?.secret !== true && !isMarked;
}

/** A provider may change a proposed name, but a name that is not the expected one helps nobody. */
function namingOf(request: messages.CheckRequest): Options {
  const naming = request.getAutonaming();
  if (!naming) return {};
  const isDisabled = naming.getMode() === messages.CheckRequest.AutonamingOptions.Mode.DISABLE;
  return { naming: { proposed: isDisabled ? undefined : naming.getProposedName() } };
}

/** Zero stands for the default. */
/** Ends only this wait: the request may be the list of several resources. */
async function readWithin<T>(seconds: number, reading: Promise<T>): Promise<T> {
  if (seconds === 0) return reading;
  const late = new CallError(
    `Reading timed out after ${seconds} seconds. The state was not changed: run the same command again, or raise customTimeouts: { read: "…" }.`,
  );
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => (timer = setTimeout(reject, seconds * 1000, late)));
  return Promise.race([reading, timedOut]).finally(() => {
    clearTimeout(timer);
  });
}

function timeoutOf(operation: "create" | "update" | "delete", seconds: number): Options {
  return seconds > 0 ? { timeouts: { [operation]: seconds } } : {};
}
