import type { handleUnaryCall, ServiceError, UntypedHandleCall } from "@grpc/grpc-js";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Message } from "google-protobuf";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import type { Part } from "../../provider/lifecycle/object";
import { optionsOf } from "../../provider/lifecycle/state";
import type { Options, Recorded } from "../../provider/lifecycle/state";
import { Configuration } from "../../provider/native/configuration";
import { createNativeHost } from "../../provider/native/host";
import { received, sent } from "../../provider/native/values";
import { definitionOf } from "../../provider/resources/registry";
import { createFrontEnd } from "./front-end";
import type { FrontEnd, FrontEndOptions, Handlers } from "./front-end";
import { engineLog } from "./host-front-end";

const { DIFF_NONE } = messages.DiffResponse.DiffChanges;
const { Kind } = messages.PropertyDiff;
const KINDS: Readonly<Record<number, "add" | "delete">> = { [Kind.ADD]: "add", [Kind.DELETE]: "delete" };

/** The methods of the native plugin, and the call that ends an update. */
interface Plugin {
  readonly host: Readonly<Record<string, UntypedHandleCall>>;
  endRun(): Promise<void> | undefined;
}

/** A process of the native plugin, without gRPC. */
export function startPlugin(
  { say, journal, ...options }: FrontEndOptions,
  configuration = new Configuration(),
): Plugin {
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
    const { generated: _, content: __, import: ___, isPreview: ____, ...known } = optionsOf(values);
    return known;
  };
  const outOf = (message: Struct | undefined, of: Values): Values => received(definition, message, engineOptions(of));
  /** The resources of the program; a refresh compares without a check before. */
  const checked = new Set<string>();
  const urnOf = (...values: readonly Values[]): string =>
    values.map((one) => optionsOf(one).urn).find((urn) => urn !== undefined) ??
    `urn:pulumi:dev::shop::compute:index:${definition.kind}::unnamed`;

  /** In a preview, the engine also calls create. */
  const failuresOfPreview = async (args: Values) => {
    const request = new messages.CreateRequest();
    request.setUrn(urnOf(args));
    request.setProperties(sent(definition, args));
    request.setPreview(true);
    return call(host.create, request).then(
      () => [],
      (error: unknown) => [{ path: "", reason: (error as Error).message }],
    );
  };

  const updateRequest = ({ id, state }: Recorded, args: Values): messages.UpdateRequest => {
    const request = new messages.UpdateRequest();
    request.setId(id);
    request.setUrn(urnOf(args, state));
    request.setOlds(sent(definition, state));
    request.setNews(sent(definition, args));
    request.setIgnorechangesList([...(optionsOf(args).ignoreChanges ?? [])]);
    request.setTimeout(optionsOf(args).timeouts?.update ?? 0);
    return request;
  };

  /** Unless an option replaces the resource, the engine previews its update. */
  const previewUpdate = async (recorded: Recorded, args: Values): Promise<void> => {
    const request = updateRequest(recorded, args);
    request.setPreview(true);
    await call(host.update, request);
  };

  return {
    check: async (olds, news) => {
      const request = new messages.CheckRequest();
      request.setUrn(urnOf(news));
      if (Object.keys(olds).length > 0) request.setOlds(sent(definition, olds));
      request.setNews(sent(definition, news));
      const response = await call<messages.CheckResponse>(host.check, request);
      const failures = response.getFailuresList().map((failure) => ({ path: "", reason: failure.getReason() }));
      const inputs = outOf(response.getInputs(), news);
      checked.add(request.getUrn());
      const isPreviewOfCreate = optionsOf(news).isPreview && Object.keys(olds).length === 0;
      if (isPreviewOfCreate && failures.length === 0) failures.push(...(await failuresOfPreview(inputs)));
      return { inputs, failures };
    },
    diff: async ({ id, state }, args) => {
      const request = new messages.DiffRequest();
      request.setId(id);
      request.setUrn(urnOf(args, state));
      request.setOlds(sent(definition, state));
      request.setNews(sent(definition, args));
      request.setIgnorechangesList([...(optionsOf(args).ignoreChanges ?? [])]);
      const response = await call<messages.DiffResponse>(host.diff, request);
      const parts: Part[] = [];
      response.getDetaileddiffMap().forEach((difference, path) => {
        if (path.includes("[")) parts.push({ path, kind: KINDS[difference.getKind()] ?? "update" });
      });
      const hasChanges = response.getChanges() !== DIFF_NONE;
      const isUpdate = hasChanges && response.getReplacesList().length === 0;
      const isOfProgram = checked.has(request.getUrn());
      if (isUpdate && isOfProgram && optionsOf(args).replaceOnChanges === undefined) {
        await previewUpdate({ id, state }, args);
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
      const request = new messages.CreateRequest();
      request.setUrn(urnOf(args));
      request.setProperties(sent(definition, args));
      request.setTimeout(optionsOf(args).timeouts?.create ?? 0);
      const response = await call<messages.CreateResponse>(host.create, request, (partial) => outOf(partial, args));
      return { id: response.getId(), state: outOf(response.getProperties(), args) };
    },
    read: async ({ id, state }) => {
      const request = new messages.ReadRequest();
      request.setId(id);
      request.setUrn(urnOf(state));
      request.setProperties(sent(definition, state));
      const response = await call<messages.ReadResponse>(host.read, request);
      if (response.getId() === "") return undefined;
      return { state: outOf(response.getProperties(), state), inputs: outOf(response.getInputs(), state) };
    },
    update: async (recorded, args) => {
      const request = updateRequest(recorded, args);
      const response = await call<messages.UpdateResponse>(host.update, request, (partial) => outOf(partial, args));
      return outOf(response.getProperties(), args);
    },
    delete: async ({ id, state }) => {
      const request = new messages.DeleteRequest();
      request.setId(id);
      request.setUrn(urnOf(state));
      request.setProperties(sent(definition, state));
      request.setTimeout(optionsOf(state).timeouts?.delete ?? 0);
      await call(host.delete, request);
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
