import { isDeepStrictEqual } from "node:util";
import { digestOf } from "../../../provider/definition/digest";
import { recordsOf, secretOutputs } from "../../../provider/definition/definition";
import type { Definition } from "../../../provider/definition/definition";
import { UNKNOWN, hasUnknown, isObject } from "../../../provider/definition/values";
import type { Values } from "../../../provider/definition/values";
import type { Deviation, Inspection } from "../../../provider/lifecycle/drift";
import { optionsOf, SERVER_VALUES } from "../../../provider/lifecycle/state";
import { titleOf } from "../../../provider/definition/title";
import type { StackResource } from "../../state/stack-state";
import { kindOf } from "../../../provider/resources/registry";
import type { Finding, PropertyDrift, ScannedResource } from "../report";

/** A finding without its fingerprint. */
type FindingDraft = Omit<Finding, "fingerprint">;

const ENCRYPTED =
  "Encrypted in this state. Export the state with `pulumi stack export --show-secrets`, or use --stack.";

/** Adds the fingerprint: two scans produce the same one for the same state, resource and property names. */
export function finding(found: FindingDraft): Finding {
  const { state, kind, id, account, resource, properties } = found;
  const names = [...new Set(properties.map(({ path }) => path.replace(/\[.*$/, "")))].sort();
  const identity = [state, resource ? [resource.stack, resource.urn] : [account, kind, id], names];
  const fingerprint = digestOf(identity, 32);
  return { ...found, fingerprint };
}

export function scannedResource({ stack, urn, name, kind, id, source, args }: StackResource): ScannedResource {
  return {
    ...{ stack, urn, name, kind, id },
    ...(source === undefined ? {} : { source }),
    ...(optionsOf(args).import === undefined ? {} : { hasImportOption: true as const }),
  };
}

/** Members of every finding about a resource. The label and tags are from `shown`: the live values, or the recorded ones. */
export function aboutResource(
  resource: StackResource,
  account: string,
  shown: Values = resource.state,
): Omit<FindingDraft, "state"> {
  const { kind, id, secretNames } = resource;
  return {
    kind,
    id,
    account,
    ...labelIn(kindOf(resource), shown, secretNames),
    ...tagsIn(shown, secretNames),
    resource: scannedResource(resource),
    properties: [],
  };
}

/** Display name, unless it is secret. */
export function labelIn(
  definition: Definition | undefined,
  live: Values,
  secretNames: ReadonlySet<string> = new Set(),
): Pick<FindingDraft, "label"> {
  const shown = Object.entries(live).filter(([name]) => !secretNames.has(name));
  const label = definition ? titleOf(definition, Object.fromEntries(shown)) : "";
  return label === "" ? {} : { label };
}

export function tagsIn(live: Values, secretNames: ReadonlySet<string> = new Set()): Pick<FindingDraft, "tags"> {
  const { tags } = fieldsOf(Object.fromEntries(Object.entries(live).filter(([name]) => !secretNames.has(name))));
  if (!Array.isArray(tags) || tags.length === 0) return {};
  return { tags: tags.map(textOf) };
}

export function createdIn(live: Values): Pick<FindingDraft, "created"> {
  const { created } = fieldsOf(live);
  return typeof created === "string" ? { created } : {};
}

/** Those of an ApiObject are below its output. */
function fieldsOf(live: Values): Values {
  return isObject(live.output) ? live.output : live;
}

/** Findings from an inspection. `inspection` is undefined if the resource no longer exists. */
export function findingsOf(
  resource: StackResource,
  definition: Definition,
  { inspection, account }: { readonly inspection: Inspection | undefined; readonly account: string },
): Finding[] {
  const about = aboutResource(resource, account, inspection?.state);
  if (inspection === undefined) return [finding({ ...about, state: "deleted" })];
  const { problem: unhealthy } = inspection;
  const deviations = inspection.deviations.filter((one) => !isAsRecorded(resource, inspection, one));
  const isHidden = ({ expected }: Deviation): boolean =>
    hasUnknown(expected) || (recordsOf(definition) !== undefined && areServerValuesHidden(resource));
  const hidden = deviations.filter(isHidden);
  const plain = deviations.filter((one) => !isHidden(one));
  const secretNames = new Set([...resource.secretNames, ...secretOutputs(definition)]);
  const modified = withoutRepeats(plain.map((one) => propertyDrift(one, secretNames))).map((one) =>
    isGenerated(resource, definition, one) ? { ...one, isGenerated: true as const } : one,
  );
  return [
    ...(modified.length > 0 ? [finding({ ...about, state: "modified", properties: modified })] : []),
    ...(unhealthy === undefined ? [] : [finding({ ...about, state: "unhealthy", reason: unhealthy })]),
    ...(hidden.length > 0
      ? [finding({ ...about, state: "unchecked", properties: hidden.map(hiddenDrift), reason: ENCRYPTED })]
      : []),
  ];
}

/** Whether the API's equivalent values are encrypted in this state, so that an equivalent value may look like a difference. */
function areServerValuesHidden({ state }: StackResource): boolean {
  return state[SERVER_VALUES] === UNKNOWN;
}

/** Whether the live value equals the recorded output. Does not work for sets, which record the program's values. */
function isAsRecorded(resource: StackResource, inspection: Inspection, { name }: Deviation): boolean {
  return areServerValuesHidden(resource) && isDeepStrictEqual(resource.state[name], inspection.state[name]);
}

function isGenerated({ state }: StackResource, { identity }: Definition, { path }: PropertyDrift): boolean {
  return path === identity.generated && optionsOf(state).generated === true;
}

function propertyDrift({ name, path, expected, actual }: Deviation, secretNames: ReadonlySet<string>): PropertyDrift {
  // The path of a member would reveal a part of the secret.
  if (secretNames.has(name)) return { path: name, isSecret: true };
  return {
    path,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}

/** Merges the members of a secret set into one property. */
function withoutRepeats(properties: readonly PropertyDrift[]): PropertyDrift[] {
  return properties.filter(
    ({ path, isSecret }, index) => !isSecret || properties.findIndex((other) => other.path === path) === index,
  );
}

function hiddenDrift({ path }: Deviation): PropertyDrift {
  return { path, isSecret: true };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
