import { wireFor } from "../../provider/api/wire";
import { encodedId, fillPath, isAction, lostBy } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { stepsOf } from "../../provider/lifecycle/object";
import { optionsOf } from "../../provider/lifecycle/state";
import { fromEngine } from "../../provider/shared/boundary";
import { nameIn } from "../../provider/shared/exported-state";
import { kindIn, kindOf } from "../../provider/resources/registry";
import type { AccountEvent } from "./copies";
import { sumOf } from "./durations";
import type { Durations } from "./durations";
import type { EngineRun, EngineStep } from "./engine-events";
import type { Operation, Span } from "./report";

/** The steps of one resource. */
interface Steps {
  readonly urn: string;
  readonly kind: string;
  readonly definition: Definition;
  readonly begun: readonly EngineStep[];
  readonly done: readonly EngineStep[];
}

/** What the emulated account shows about an update. */
export interface Observed {
  readonly brand: string;
  readonly events: readonly AccountEvent[];
  readonly durations: Durations;
}

/** The operations of an update, in the order in which the engine began them. */
export function operationsIn(run: EngineRun, observed: readonly Observed[]): Operation[] {
  const all = stepsByResource(run);
  return all.map((steps): Operation => {
    const op = opOf(steps);
    const events = observed.map((one) => ({ ...one, events: eventsOf(steps, all, one) }));
    const rejected = run.errors.filter(({ urn }) => urn === steps.urn).map(({ message }) => message);
    const isRejected = rejected.length > 0 || run.failed.has(steps.urn);
    const down = isRejected ? undefined : downOf(steps, op, events);
    const actions = events.flatMap((one) => one.events.map(({ action }) => action));
    const loses = isRejected && op !== "update" && !isGone(steps) ? undefined : lossOf(steps, op, actions);
    return {
      op,
      urn: steps.urn,
      name: nameIn(steps.urn),
      kind: steps.kind,
      ...(isDeletedFirst(steps) ? { deletesFirst: true } : {}),
      inputs: inputsOf(steps),
      waits: spanOf(events),
      ...(isUntimed(events) ? { untimed: true } : {}),
      ...(loses === undefined ? {} : { loses }),
      ...(down ? { down } : {}),
      ...(isRejected ? { rejected: rejected.join("\n") || "The engine gave no reason." } : {}),
    };
  });
}

/** Whether the step changes nothing, or only the state. */
export function changesNothing({ op }: Pick<EngineStep, "op">): boolean {
  return ["same", "read", "refresh", "read-replacement", "read-discard", "discard"].includes(op);
}

/** Whether the step changes a resource of this package. */
export function changesOwn(step: EngineStep): boolean {
  return kindIn(step.type) !== undefined && !changesNothing(step);
}

function stepsByResource({ steps, done }: EngineRun): Steps[] {
  const urns = new Set(steps.filter(changesOwn).map(({ urn }) => urn));
  return [...urns].flatMap((urn) => {
    const begun = steps.filter((step) => step.urn === urn && !changesNothing(step));
    const kind = kindIn(begun[0]?.type ?? "");
    const definition = kind === undefined ? undefined : kindOf({ kind });
    if (kind === undefined || definition === undefined) return [];
    return [{ urn, kind, definition, begun, done: done.filter((step) => step.urn === urn) }];
  });
}

function opOf({ begun }: Steps): Operation["op"] {
  const ops = begun.map(({ op }) => op);
  const [first] = begun;
  // The engine creates a dynamic resource that is imported.
  if (first?.op === "create" && optionsOf(fromEngine(first.new?.inputs ?? {})).import !== undefined) return "import";
  if (ops.some((op) => /replace/.test(op))) return "replace";
  if (ops.includes("import")) return "import";
  if (ops.includes("create")) return "create";
  return ops.includes("delete") ? "delete" : "update";
}

function isDeletedFirst({ begun }: Steps): boolean {
  const [deleted, created] = ["delete-replaced", "create-replacement"].map((op) =>
    begun.findIndex((step) => step.op === op),
  );
  return deleted !== undefined && created !== undefined && deleted >= 0 && deleted < created;
}

/** Whether the update deleted it, whatever it did next. */
function isGone({ done }: Steps): boolean {
  return done.some(({ op }) => op === "delete" || op === "delete-replaced");
}

/** Names of the inputs whose changes the engine saw. */
function inputsOf({ begun, definition }: Steps): string[] {
  const names = begun.flatMap(({ properties }) => properties.map((path) => path.split(/[.[]/)[0] ?? path));
  return [...new Set(names)].filter((name) => name in definition.args);
}

/** The account's events about the resource, or about what an action acts on. */
function eventsOf(steps: Steps, all: readonly Steps[], { brand, events }: Observed): AccountEvent[] {
  const own = urlsOf(steps, brand);
  const hasActions = (urls: ReadonlySet<string>): boolean =>
    all.some((other) => isAction(other.definition) && [...urlsOf(other, brand)].some((url) => urls.has(url)));
  const isMine = ({ action }: AccountEvent): boolean => {
    if (isAction(steps.definition)) return OF_ACTIONS.test(action);
    return !(OF_ACTIONS.test(action) && hasActions(own));
  };
  return events.filter((event) => own.has(event.entity?.url ?? "") && isMine(event));
}

const OF_ACTIONS = /snapshot|restore|clone|backup_create|credentials_reset|patch/;

/** The URLs of its objects in events. */
function urlsOf({ begun, done, definition }: Steps, brand: string): ReadonlySet<string> {
  const states = [...begun, ...done].flatMap((step) => [step.old, step.new]);
  return new Set(
    states.flatMap((state) => {
      const inputs = fromEngine(state?.inputs ?? {});
      const path = isAction(definition)
        ? filled(definition.action?.lockKey ?? "", inputs)
        : joined(filled(definition.collection, inputs), state?.id ?? "");
      return path === undefined ? [] : [`/v4${wireFor(brand).path(path)}`];
    }),
  );
}

function joined(collection: string | undefined, id: string): string | undefined {
  const own = id.split("/").at(-1);
  return collection === undefined || id === ""
    ? undefined
    : `${collection}/${encodedId(id.startsWith("private/") ? id : (own ?? ""))}`;
}

function filled(path: string, inputs: Values): string | undefined {
  try {
    return fillPath(path, inputs);
  } catch {
    // An ID that is a secret, or not known because its create failed.
    return undefined;
  }
}

type WithDurations = Pick<Observed, "events" | "durations">;

/** How long the events take, without those of which that is unknown. */
function spanOf(observed: readonly WithDurations[], counts: (action: string) => boolean = () => true): Span {
  const spans = observed.flatMap(({ events, durations }) =>
    events.filter(({ action }) => counts(action)).flatMap(({ action }) => durations(action) ?? []),
  );
  return sumOf(spans);
}

function isUntimed(observed: readonly WithDurations[]): boolean {
  return observed.some(({ events, durations }) => events.some(({ action }) => !durations(action)));
}

/** Events during which an instance or a database is not available. */
const DOWN = /_(shutdown|reboot|resize|rebuild|migrate|restore|boot|create|delete)$|lassie_reboot/;

function downOf(steps: Steps, op: Operation["op"], observed: readonly WithDurations[]): Span | undefined {
  const existed = op === "update" || isDeletedFirst(steps) || isAction(steps.definition);
  const interrupts = observed.some(({ events }) =>
    events.some(({ action }) => DOWN.test(action) && !action.endsWith("_create")),
  );
  if (!existed || !interrupts || op === "delete") return undefined;
  return spanOf(observed, (action) => DOWN.test(action));
}

/** What is lost; by an update in place, what the copy of the account shows to have happened. */
function lossOf({ begun, definition }: Steps, op: Operation["op"], actions: readonly string[]): string | undefined {
  const inputs = fromEngine(begun.at(-1)?.new?.inputs ?? {});
  if (op === "update") {
    const happened = (name: string): boolean =>
      stepsOf({ definition, args: inputs }, name, {}).some((step) =>
        actions.some((action) => action.endsWith(`_${step.action}`)),
      );
    const lost = Object.entries(definition.args).find(([name, { change }]) => change?.loses && happened(name));
    return lost?.[1].change?.loses;
  }
  const isRetained = begun.some(({ old }) => old?.retainOnDelete);
  const deletes = (op === "delete" || op === "replace") && !isRetained;
  return lostBy(definition, { deletes, ...(op === "create" || op === "replace" ? { creates: inputs } : {}) });
}
