import { MissingResourceError } from "../api/errors";
import { neutralInputs } from "../api/wire";
import { definitionFor, isGeneric, recordsOf } from "../definition/definition";
import type { Definition } from "../definition/definition";
import { genericHandlers } from "./generic";
import { checkResource, previewNew } from "./check-resource";
import { inAccount, rejectOtherAccount, withAccount } from "./context";
import type { Context, ResourceCall } from "./context";
import { rememberPreview } from "./cost";
import { diffResource, rejectImpossible, warnOfOverwritten } from "./diff-resource";
import { inspect } from "./drift";
import { withFirstContact } from "./first-contact";
import { withLostCreates } from "./lost-creates";
import { writtenArguments } from "./object";
import type { Read } from "./object";
import { operationsOf } from "./operations";
import { applyRules, inputsNamedIn } from "./preview";
import { rememberDeclared, journalRecorded, journalReturned } from "./run-notes";
import type { ResourceHandlers } from "./resource-handlers";
import { APPLIED, OPTIONS, appliedOf, optionsOf, plannedOutputs, rejectUnmanageable } from "./state";
import type { Recorded } from "./state";
import { capitalize } from "./wording";

/** How long a refresh retries a failing read. A list followed by a read of a single resource takes up to a minute. */
const REFRESH_TROUBLE_MS = 25_000;

/** What the engine calls. Each call is one to the service of the context's brand. */
export function handlersFor(definition: Definition): ResourceHandlers {
  if (isGeneric(definition)) return genericHandlers(definition, handlersFor);
  const { byBrand = {} } = recordsOf(definition) ?? definition;
  const own = new Map(Object.keys(byBrand).map((brand) => [brand, wrapped(definitionFor(definition, brand))]));
  const others = wrapped(definition);
  const of = ({ address }: Context): ResourceHandlers => own.get(address.brand) ?? others;
  return {
    check: (olds, news, context) => of(context).check(olds, news, context),
    diff: (recorded, args, context) => of(context).diff(recorded, args, context),
    preview: (recorded, args, context) => of(context).preview(recorded, args, context),
    create: (args, context) => of(context).create(args, context),
    read: (recorded, context) => of(context).read(recorded, context),
    readNew: (named, context) => of(context).readNew(named, context),
    update: (recorded, args, context) => of(context).update(recorded, args, context),
    delete: (recorded, context) => of(context).delete(recorded, context),
    list: (args, context) => of(context).list(args, context),
    inspect: (recorded, args, context) => of(context).inspect(recorded, args, context),
    interruptedResults: (recorded, args, context) => of(context).interruptedResults(recorded, args, context),
    objectKeys: (recorded) => others.objectKeys(recorded),
  };
}

/** With what goes round each call: creates whose outcome is unknown, and what others recorded. */
function wrapped(definition: Definition): ResourceHandlers {
  return withLostCreates(definition, withFirstContact(definition, handlersOf(definition)));
}

function handlersOf(definition: Definition): ResourceHandlers {
  const operations = operationsOf(definition);
  const updated = async (call: ResourceCall, { id, state }: Recorded): Promise<Recorded> => {
    return { id, state: await operations.update(call, { id, state }) };
  };
  return {
    check: (olds, news, context) => {
      const { brand } = context.address;
      return checkResource({ definition, args: neutralInputs(news, brand), context }, neutralInputs(olds, brand));
    },
    diff: (recorded, args, context) => diffResource({ definition, args, context }, recorded),
    preview: async (recorded, args, context) => {
      const call = { definition, args, context };
      rememberPreview(context.memory);
      if (recorded) await rejectOtherAccount({ definition, context }, recorded);
      if (recorded === undefined) await previewNew(call);
      else rejectImpossible(operations.diff(call, recorded));
      const changed = context.memory.program.takeForPreview(optionsOf(args).urn ?? "");
      if (changed) await warnOfOverwritten(call, changed, recorded === undefined);
      return plannedOutputs(definition, recorded?.state, args);
    },
    create: async (args, context) => {
      const call = { definition, args, context };
      const made = await journalReturned(call, (begun) => (begun ? updated(call, begun) : operations.create(call)));
      rememberDeclared(call, made.id);
      return made;
    },
    read: async (recorded, context) => {
      const { urn } = optionsOf(recorded.state);
      journalRecorded(definition, { ...recorded, urn }, context);
      context.memory.unfinished.delete(urn ?? "");
      const read = await inAccount(
        { definition, context: { ...context, troubleMs: REFRESH_TROUBLE_MS } },
        recorded,
        (inside) => operations.read(definition, recorded, inside),
      );
      const isRefresh = recorded.state[APPLIED] !== undefined;
      const { id } = recorded;
      return read && { id, ...read, ...(isRefresh && { state: withAccount(read.state, context, recorded.state) }) };
    },
    readNew: async ({ id, urn, for: purpose }, context) => {
      if (purpose === "import") rejectUnmanageable(definition, id, "imported");
      const { state, inputs } = await readNew(definition, id, context);
      if (purpose !== "operation") context.memory.readNew.set(urn, operations.keys(definition, { id, state }));
      return { state: withAccount(state, context), inputs };
    },
    update: async (recorded, args, context) => {
      const { state } = await inAccount({ definition, context }, recorded, (inside) => {
        const call = { definition, args, context: inside };
        return journalReturned(call, (begun = recorded) => updated(call, begun), recorded.state);
      });
      return state;
    },
    delete: async (recorded, context) => {
      journalRecorded(definition, { ...recorded, urn: optionsOf(recorded.state).urn }, context);
      await inAccount({ definition, context }, recorded, (inside) => operations.remove(definition, recorded, inside));
      // Deleting the state also discards the record of duplicates, so warn about those that still exist.
      await applyRules(["kept"], { definition, args: {}, context, recorded, olds: {}, failures: [] });
    },
    list: (args, context) => operations.list(definition, args, context),
    inspect: (recorded, args, context) => inspect({ definition, args, context, recorded }, operations),
    interruptedResults: async (_, args, context) => {
      const results = await operations.interruptedResults({ definition, args, context });
      return results?.map((result) => ({ ...result, state: withAccount(result.state, context) }));
    },
    objectKeys: (recorded) => operations.keys(definition, recorded),
  };
}

async function readNew(definition: Definition, id: string, context: Context): Promise<Read> {
  const operations = operationsOf(definition);
  const found = await operations.read(definition, { id, state: {} }, context);
  if (found === undefined) throw new MissingResourceError(`${capitalize(definition.noun)} ${id} does not exist.`);
  const hidden = { [OPTIONS]: { import: id } };
  const written = writtenArguments({ definition, id, state: found.state });
  // The API also returns values that no program may declare, such as a backup schedule that it has not chosen yet.
  const { failures } = operations.check(definition, { olds: {}, news: { ...written, ...hidden } });
  const wrong = inputsNamedIn(failures);
  const inputs = Object.fromEntries(Object.entries(written).filter(([name]) => !wrong.has(name)));
  const applied = { ...appliedOf(found.state), args: Object.keys(inputs) };
  return { state: { ...found.state, [APPLIED]: applied, ...hidden }, inputs: { ...inputs, ...hidden } };
}
