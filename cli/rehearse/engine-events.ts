import { isObject } from "../../provider/definition/values";
import { isSecretMark } from "../../provider/shared/boundary";
import type { Values } from "../../provider/definition/values";
import { serveGrpc } from "./grpc";
import { bytesIn } from "./protobuf";

/** A step of the engine on one resource. */
export interface EngineStep {
  /** `same`, `create`, `create-replacement`, `delete-replaced`, … */
  readonly op: string;
  readonly urn: string;
  readonly type: string;
  /** Whether a provider manages it: it is no component. */
  readonly isCustom: boolean;
  readonly old: StepState | undefined;
  readonly new: StepState | undefined;
  /** Paths of the properties that change. */
  readonly properties: readonly string[];
}

/** A resource before or after a step. Secrets are masked. */
interface StepState {
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
  /** A delete only removes it from state. */
  readonly retainOnDelete?: boolean | undefined;
}

/** What the engine reported about a command. */
export interface EngineRun {
  /** In the order in which they began. */
  readonly steps: readonly EngineStep[];
  /** In the order in which they ended, with their outputs. */
  readonly done: readonly EngineStep[];
  readonly failed: ReadonlySet<string>;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

interface Diagnostic {
  readonly urn: string | undefined;
  readonly message: string;
}

type GivenState = Partial<StepState> & { readonly custom?: boolean };

interface Metadata {
  readonly op: string;
  readonly urn: string;
  readonly type: string;
  readonly old?: GivenState | null;
  readonly new?: GivenState | null;
  readonly detailedDiff?: Readonly<Record<string, unknown>> | null;
  readonly diffs?: readonly string[] | null;
  readonly keys?: readonly string[] | null;
}

interface EngineEvent {
  readonly resourcePreEvent?: { readonly metadata: Metadata };
  readonly resOutputsEvent?: { readonly metadata: Metadata };
  readonly resOpFailedEvent?: { readonly metadata: Metadata };
  readonly diagnosticEvent?: { readonly urn?: string; readonly message: string; readonly severity: string };
}

/** The outputs of the stack, as far as the command came. */
export function outputsOf({ done }: EngineRun): Values {
  const stack = done.findLast(({ type }) => type === "pulumi:pulumi:Stack");
  return Object.fromEntries(Object.entries(stack?.new?.outputs ?? {}).map(([name, value]) => [name, shown(value)]));
}

/** Without the engine's marks of what it has masked. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (!isObject(value)) return value;
  if (isSecretMark(value)) return "[secret]";
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shown(member)]));
}

/** Listens to the events of a command, which have secrets in plain text in its debug messages, so that they are written to no file. */
export interface EventListener {
  /** For `--event-log`. */
  readonly address: string;
  /** The events until the command exited. */
  end(): EngineRun;
}

/** @param shown changes the texts in the events */
export async function listenToEvents(shown: (text: string) => string): Promise<EventListener> {
  const events: EngineEvent[] = [];
  const server = await serveGrpc(({ messages }) => {
    for (const message of messages) events.push(JSON.parse(shown(bytesIn(message, EVENT).toString())) as EngineEvent);
    return Promise.resolve({ message: Buffer.alloc(0) });
  });
  return {
    address: `tcp://127.0.0.1:${server.port}`,
    end: () => {
      server.close();
      return runOf(events);
    },
  };
}

/** The field of the protocol's request. */
const EVENT = 1;

function runOf(events: readonly EngineEvent[]): EngineRun {
  const diagnostics = (wanted: string): Diagnostic[] =>
    events.flatMap(({ diagnosticEvent: said }) =>
      said?.severity === wanted && said.message.trim() !== "" ? [{ urn: said.urn, message: said.message.trim() }] : [],
    );
  return {
    steps: events.flatMap(({ resourcePreEvent: event }) => (event ? [stepOf(event.metadata)] : [])),
    done: events.flatMap(({ resOutputsEvent: event }) => (event ? [stepOf(event.metadata)] : [])),
    failed: new Set(events.flatMap(({ resOpFailedEvent: event }) => (event ? [event.metadata.urn] : []))),
    // The last one only says that the command failed.
    errors: diagnostics("error").filter(({ message }) => !/^(update|preview|refresh) failed$/.test(message)),
    warnings: diagnostics("warning"),
  };
}

function stepOf({ op, urn, type, old, new: wanted, detailedDiff, diffs, keys }: Metadata): EngineStep {
  const properties = detailedDiff ? Object.keys(detailedDiff) : (diffs ?? keys ?? []);
  const isCustom = (wanted ?? old)?.custom === true;
  return { op, urn, type, isCustom, old: stateOf(old), new: stateOf(wanted), properties };
}

function stateOf(state: Partial<StepState> | null | undefined): StepState | undefined {
  if (!state) return undefined;
  const { id = "", inputs = {}, outputs = {}, retainOnDelete } = state;
  return { id, inputs, outputs, retainOnDelete };
}
