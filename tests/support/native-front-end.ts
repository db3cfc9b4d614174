import type { handleUnaryCall, ServiceError, UntypedHandleCall } from "@grpc/grpc-js";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Message } from "google-protobuf";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import type { ChangedPart } from "../../provider/lifecycle/object";
import { OPTIONS, optionsOf } from "../../provider/lifecycle/state";
import type { Options, Recorded } from "../../provider/lifecycle/state";
import { Configuration } from "../../provider/native/configuration";
import { createNativeHost } from "../../provider/native/host";
import { received, sent } from "../../provider/native/values";
import { definitionOf } from "../../provider/resources/registry";
import { createFrontEnd } from "./front-end";
import type { FrontEnd, FrontEndOptions, Handlers } from "./front-end";
import { engineLog } from "./engine-log";
import type { Service } from "./service";

const { DIFF_NONE } = messages.DiffResponse.DiffChanges;
const { Kind } = messages.PropertyDiff;
const KINDS: Readonly<Record<number, "add" | "delete">> = { [Kind.ADD]: "add", [Kind.DELETE]: "delete" };

/** A process of the native plugin, without gRPC: its methods, and the call that ends an update. */
function startPlugin({ say, journal, ...options }: FrontEndOptions, configuration = new Configuration()) {
  let endRun = (): Promise<void> | undefined => undefined;
  const host = createNativeHost({
    ...options,
    log: engineLog(say),
    ...(journal === undefined ? {} : { journal: () => journal }),
    onRunEnd: (listener) => (endRun = listener),
    configuration,
    version: "0.0.0",
    schema: () => "{}",
    onCancel: () => undefined,
  });
  return { host, endRun: () => endRun() };
}

/** The plugin's configuration with these inputs of its provider. */
export function configured(inputs: Readonly<Record<string, JavaScriptValue>>, name = "default"): Configuration {
  const configuration = new Configuration();
  const request = new messages.ConfigureRequest();
  request.setUrn(`urn:pulumi:dev::shop::pulumi:providers:compute::${name}`);
  request.setArgs(Struct.fromJavaScript(inputs));
  configuration.set(request);
  return configuration;
}

/**
 * The methods of a process of the plugin, with these inputs of its provider besides the service.
 * @param name of the provider; empty for a command without a state
 */
export function pluginFor(service: Service, inputs: Readonly<Record<string, JavaScriptValue>> = {}, name = "default") {
  const { url, token } = service.emulator;
  const configuration = configured({ url, token, ...inputs }, name);
  const { host } = startPlugin(
    {
      settings: () => configuration.settings(),
      clock: service.clock,
      say: (kind, urn, message) => void service.said.push({ kind, urn, message }),
      signal: new AbortController().signal,
      watched: false,
    },
    configuration,
  );
  return host;
}

/** The same calls, made through the host of the native plugin, with messages as gRPC carries them. */
export function nativeFrontEnd(options: FrontEndOptions): FrontEnd {
  const { host, ...plugin } = startPlugin(options);
  // The protocol has no list for programs.
  const others = createFrontEnd(options);
  const handlers = (kind: string): Handlers => ({
    ...throughHost(definitionOf(kind), host),
    list: (args) => others(kind).list(args),
  });
  return Object.assign(handlers, plugin);
}

function throughHost(
  definition: Definition,
  host: Readonly<Record<string, UntypedHandleCall>>,
): Omit<Handlers, "list"> {
  /** What the engine knows about a resource, and passes with each call. */
  const engineOptions = (values: Values): Options => {
    const { generated: _, content: __, import: ___, isPreview: ____, remarks: _____, ...known } = optionsOf(values);
    return known;
  };
  const outOf = (message: Struct | undefined, of: Values): Values => received(definition, message, engineOptions(of));
  /** The resources of the program; a refresh compares without a check before. */
  const checked = new Set<string>();
  const urnOf = (...values: readonly Values[]): string =>
    values.map((one) => optionsOf(one).urn).find((urn) => urn !== undefined) ??
    `urn:pulumi:dev::shop::compute:index:${definition.kind}::unnamed`;

  /** A message with these fields, of which inputs and outputs are sent as the protocol has them. */
  function filled<M extends Message>(message: M, fields: Readonly<Record<string, unknown>>): M {
    const setters = message as unknown as Record<string, (value: unknown) => void>;
    for (const [name, value] of Object.entries(fields)) {
      const isValues = ["properties", "olds", "news"].includes(name);
      const set = setters[`set${name.charAt(0).toUpperCase()}${name.slice(1)}`];
      if (!set) throw new Error(`the message has no ${name}`);
      set.call(message, isValues ? sent(definition, value as Values) : value);
    }
    return message;
  }

  const changeOf = ({ id, state }: Recorded, args: Values) => {
    const ignorechangesList = [...(optionsOf(args).ignoreChanges ?? [])];
    return { id, urn: urnOf(args, state), olds: state, news: args, ignorechangesList };
  };
  const updateOf = (recorded: Recorded, args: Values, preview = false) => {
    const timeout = optionsOf(args).timeouts?.update ?? 0;
    return filled(new messages.UpdateRequest(), { ...changeOf(recorded, args), timeout, preview });
  };
  const creationOf = (args: Values, preview = false) => {
    const timeout = optionsOf(args).timeouts?.create ?? 0;
    return filled(new messages.CreateRequest(), { urn: urnOf(args), properties: args, timeout, preview });
  };

  return {
    check: async (olds, news) => {
      const isNew = Object.keys(olds).length === 0;
      const request = filled(new messages.CheckRequest(), { urn: urnOf(news), news, ...(isNew ? {} : { olds }) });
      const response = await call<messages.CheckResponse>(host.check, request);
      const failures = response.getFailuresList().map((failure) => {
        return { path: failure.getProperty(), reason: failure.getReason() };
      });
      const inputs = outOf(response.getInputs(), news);
      checked.add(request.getUrn());
      if (isNew && optionsOf(news).isPreview && failures.length === 0) {
        // In a preview, the engine also calls create.
        await call(host.create, creationOf(inputs, true)).catch((error: unknown) => {
          failures.push({ path: "", reason: (error as Error).message });
        });
      }
      return { inputs, failures };
    },
    diff: async (recorded, args) => {
      const request = filled(new messages.DiffRequest(), changeOf(recorded, args));
      const response = await call<messages.DiffResponse>(host.diff, request);
      const parts: ChangedPart[] = [];
      response.getDetaileddiffMap().forEach((difference, path) => {
        if (path.includes("[")) parts.push({ path, kind: KINDS[difference.getKind()] ?? "update" });
      });
      const hasChanges = response.getChanges() !== DIFF_NONE;
      const isUpdate = hasChanges && response.getReplacesList().length === 0;
      const isOfProgram = checked.has(request.getUrn());
      // Unless an option replaces the resource, the engine previews its update.
      if (isUpdate && isOfProgram && optionsOf(args).replaceOnChanges === undefined) {
        await call(host.update, updateOf(recorded, args, true));
      }
      return {
        ...(parts.length > 0 ? { parts } : {}),
        changed: response.getDiffsList(),
        unfinished: false,
        hasChanges,
        replaces: response.getReplacesList(),
        deleteBeforeReplace: response.getDeletebeforereplace(),
      };
    },
    create: async (args) => {
      const stateOf: StateOf = (partial) => outOf(partial, args);
      const response = await call<messages.CreateResponse>(host.create, creationOf(args), stateOf);
      return { id: response.getId(), state: outOf(response.getProperties(), args) };
    },
    read: async ({ id, state }) => {
      const isImport = Object.keys(state).join() === OPTIONS;
      const request = filled(new messages.ReadRequest(), {
        id,
        urn: urnOf(state),
        ...(isImport ? {} : { properties: state }),
      });
      const response = await call<messages.ReadResponse>(host.read, request);
      if (response.getId() === "") return undefined;
      return {
        id: response.getId(),
        state: outOf(response.getProperties(), state),
        inputs: outOf(response.getInputs(), state),
      };
    },
    update: async (recorded, args) => {
      const stateOf: StateOf = (partial) => outOf(partial, args);
      const response = await call<messages.UpdateResponse>(host.update, updateOf(recorded, args), stateOf);
      return outOf(response.getProperties(), args);
    },
    delete: async ({ id, state }) => {
      const timeout = optionsOf(state).timeouts?.delete ?? 0;
      await call(
        host.delete,
        filled(new messages.DeleteRequest(), { id, urn: urnOf(state), properties: state, timeout }),
      );
    },
  };
}

type StateOf = (partial: Struct | undefined) => Values;

/** Calls a method with a message that was serialized and parsed. */
export async function call<Response extends Message>(
  method: UntypedHandleCall | undefined,
  request: Message,
  stateOf?: StateOf,
): Promise<Response> {
  const carried = reparsed(request);
  const response = await new Promise<Message>((resolve, reject) => {
    const respond = (error: unknown, value: unknown): void => {
      if (error) reject(asError(error as ServiceError, stateOf));
      else resolve(value as Message);
    };
    (method as handleUnaryCall<Message, Message>)({ request: carried } as never, respond);
  });
  return reparsed(response) as Response;
}

function reparsed<M extends Message>(message: M): M {
  const kind = message.constructor as unknown as { deserializeBinary(bytes: Uint8Array): M };
  return kind.deserializeBinary(message.serializeBinary());
}

function asError({ details, metadata }: ServiceError, stateOf: StateOf | undefined): Error {
  const error = new Error(details);
  const [packed] = metadata?.get("grpc-status-details-bin") ?? [];
  const [any] = packed === undefined ? [] : Status.deserializeBinary(packed as Buffer).getDetailsList();
  if (any === undefined) return error;
  const failed = messages.ErrorResourceInitFailed.deserializeBinary(any.getValue_asU8());
  return Object.assign(error, { id: failed.getId(), state: stateOf?.(failed.getProperties()) });
}
