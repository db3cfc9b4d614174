import { closeSync, openSync } from "node:fs";
import { engineAddress, pluginModule } from "./plugin-modules";

/** Shows messages in the row and the diagnostics of one resource. */
export interface EngineLog {
  /** Shown in the resource's row until the next message, and not kept. */
  progress(urn: string | undefined, message: string): void;
  /** Removes the progress message from the row; resolves when the engine has done so, or after a short timeout. */
  clear(urn: string | undefined): Promise<void>;
  info(urn: string | undefined, message: string): void;
  warn(urn: string | undefined, message: string): void;
  /** Resolves when the engine has received all messages, or after a short timeout. */
  arrived(): Promise<void>;
}

/** A client of the engine's Log method. */
export interface EngineClient {
  readonly engine: GrpcClient;
  newRequest(): LogRequest;
}

interface LogRequest {
  setSeverity(value: number): void;
  setMessage(value: string): void;
  setUrn(value: string): void;
  setEphemeral(value: boolean): void;
  serializeBinary(): Uint8Array;
}
interface GrpcClient {
  makeUnaryRequest(
    method: string,
    serialize: (request: LogRequest) => Buffer,
    deserialize: (bytes: unknown) => unknown,
    request: LogRequest,
    callback: () => void,
  ): void;
}

/** The engine's classification of a message; an ephemeral one is not kept. */
interface Sort {
  readonly severity: number;
  readonly ephemeral: boolean;
}

const PROGRESS: Sort = { severity: 1, ephemeral: true };
const INFO: Sort = { severity: 1, ephemeral: false };
const WARNING: Sort = { severity: 2, ephemeral: false };

/** Displays nothing. The engine drops an empty text, which would leave the previous message in the row. */
const NOTHING = "<{%reset%}>";

/** How long an operation waits for the display. */
const DISPLAY_TIMEOUT_MS = 1000;

/**
 * Connects to the engine: by default, with the modules of the SDK's dynamic plugin, whose last argument is its address. Without a client,
 * messages except progress go to stderr.
 */
export function connectEngineLog(client: EngineClient | undefined = connect()): EngineLog {
  const underWay = new Set<Promise<void>>();
  /** The last message for each row. The next one waits for it, because messages in progress may overtake each other. */
  const rows = new Map<string | undefined, Promise<void>>();

  function send({ severity, ephemeral }: Sort, urn: string | undefined, message: string): void {
    if (!client) {
      if (!ephemeral) console.error(message);
      return;
    }
    const request = client.newRequest();
    request.setSeverity(severity);
    request.setMessage(message);
    request.setUrn(urn ?? "");
    request.setEphemeral(ephemeral);
    // Not the generated client, whose decoding of the empty response would count as Ctrl-C (see cancellation.ts). A message that does
    // not arrive, or whose engine is gone, must never fail an operation.
    const transmit = (): Promise<void> =>
      new Promise<void>((resolve) =>
        client.engine.makeUnaryRequest(
          "/pulumirpc.Engine/Log",
          (message) => Buffer.from(message.serializeBinary()),
          () => undefined,
          request,
          () => resolve(),
        ),
      ).catch(() => undefined);
    const before = ephemeral ? rows.get(urn) : undefined;
    const sent = before ? before.then(transmit) : transmit();
    underWay.add(sent);
    if (ephemeral) rows.set(urn, sent);
    void sent.then(() => {
      underWay.delete(sent);
      if (rows.get(urn) === sent) rows.delete(urn);
    });
  }

  async function arrived(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, DISPLAY_TIMEOUT_MS)));
    await Promise.race([Promise.all(underWay), late]);
    clearTimeout(timer);
  }

  return {
    progress: (urn, message) => send(PROGRESS, urn, message),
    clear: async (urn) => {
      await arrived();
      send(PROGRESS, urn, NOTHING);
      await arrived();
    },
    info: (urn, message) => send(INFO, urn, named(urn, message)),
    warn: (urn, message) => send(WARNING, urn, named(urn, message)),
    arrived,
  };
}

/** Some displays (`--diff`) show only the text, so it names the resource. */
function named(urn: string | undefined, message: string): string {
  const [, , types, ...name] = urn?.split("::") ?? [];
  return types === undefined ? message : `${types.split(/[$:]/).at(-1)} ${name.join("::")}: ${message}`;
}

function connect(): EngineClient | undefined {
  const address = engineAddress();
  const messages = pluginModule("@pulumi/pulumi/proto/engine_pb") as { LogRequest?: new () => LogRequest } | undefined;
  const grpc = pluginModule("@grpc/grpc-js") as
    | {
        Client?: new (address: string, credentials: unknown) => GrpcClient;
        credentials?: { createInsecure(): unknown };
      }
    | undefined;
  if (!messages?.LogRequest || !grpc?.Client || !grpc.credentials || address === undefined) return undefined;
  const { LogRequest } = messages;
  return {
    engine: new grpc.Client(address, grpc.credentials.createInsecure()),
    newRequest: () => new LogRequest(),
  };
}

/** Whether a user may be watching a terminal; in a log, every progress message is a separate line. */
export function isWatched(): boolean {
  if (process.env.CI !== undefined && process.env.CI !== "" && process.env.CI !== "false") return false;
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}
