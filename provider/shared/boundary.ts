import { secretOutputs } from "../definition/definition";
import type { Definition } from "../definition/definition";
import { SIGNATURE_KEY } from "../definition/source";
import { UNKNOWN } from "../definition/values";
import type { Values } from "../definition/values";
import { APPLIED, EACH_MEMBER, SERVER_VALUES, appliedOf, optionsOf } from "../lifecycle/state";
import type { Applied } from "../lifecycle/state";

/** The sentinel that the engine sends for a value that is unknown at preview (`pulumi.runtime.unknownValue`). */
export const PULUMI_UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The signature of a secret in Pulumi's protocol and in a state. */
export const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/** Whether the object stands for a secret. */
export function isSecretMark(value: object): boolean {
  return (value as Values)[SIGNATURE_KEY] === SECRET_SIGNATURE;
}

/** Hidden property that holds the loader text (`sdk/loader.ts`). */
export const PROVIDER_KEY = "__provider";

/** Values from the engine, without the loader text and with our sentinel for unknown values. */
export function fromEngine(values: Values): Values {
  return unpacked(mapValues(values, (value) => (value === PULUMI_UNKNOWN ? UNKNOWN : value)));
}

/** Values as the engine's protocol can carry them: nothing undefined, no dates, and Pulumi's sentinel for unknown values. */
export function toEngine(values: Values): Values {
  return mapValues(packed(values), (value) => {
    if (value === UNKNOWN) return PULUMI_UNKNOWN;
    if (value instanceof Date) return value.toISOString();
    return typeof value === "bigint" ? Number(value) : value;
  });
}

/**
 * After a complete operation, the hidden output is one text, `NAME,NAME,… BRAND URL ID`: the engine writes the whole state again after each
 * resource, so every byte counts.
 */
function packed(values: Values): Values {
  const { args, account, ...progress } = appliedOf(values);
  // A refresh shows another form as a change of what the program only reads (`.get`), which has this note, as has what was imported.
  const isOnlyRead = optionsOf(values).import !== undefined;
  if (!account || Object.keys(progress).length > 0 || isOnlyRead) return values;
  const { brand, url, id } = account;
  return { ...values, [APPLIED]: [args.join(), brand, url, ...(id === undefined ? [] : [id])].join(" ") };
}

/** The values with the hidden output as the lifecycle has it, which is also how earlier versions recorded it. */
export function unpacked(values: Values): Values {
  const { [APPLIED]: text } = values;
  if (typeof text !== "string") return values;
  const [names = "", brand = "", url = "", id] = text.split(" ");
  const args = names === "" ? [] : names.split(",");
  const applied: Applied = { args, account: { brand, url, ...(id !== undefined && { id }) } };
  return { ...values, [APPLIED]: applied };
}

function mapValues(values: Values, each: (value: unknown) => unknown): Values {
  const map = (value: unknown): unknown => {
    const mapped = each(value);
    if (Array.isArray(mapped)) return mapped.filter((item) => item !== undefined).map(map);
    if (typeof mapped !== "object" || mapped === null) return mapped;
    return Object.fromEntries(
      Object.entries(mapped)
        .filter(([name, member]) => name !== PROVIDER_KEY && member !== undefined && typeof member !== "function")
        .map(([name, member]: [string, unknown]) => [name, map(member)]),
    );
  };
  return map(values) as Values;
}

/**
 * These inputs or this state as the engine gets them, with all secrets marked: those of the resource type, and those that the program or the
 * state marks.
 * @param marked what has these marks, besides `values`
 */
export function markedForEngine(definition: Definition, values: Values, ...marked: readonly Values[]): Values {
  const paths = [
    ...[...secretOutputs(definition), SERVER_VALUES].map((name) => [name]),
    ...[values, ...marked].flatMap((one) => optionsOf(one).secrets ?? []),
  ];
  return paths.reduce(withSecretAt<Values>, toEngine(values));
}

/** The value, with the mark of a secret at this path. */
function withSecretAt<T>(value: T, path: readonly string[]): T;
function withSecretAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return asSecret(value);
  if (typeof value !== "object" || value === null || SIGNATURE_KEY in value) return value;
  if (Array.isArray(value))
    return name === EACH_MEMBER ? value.map((item: unknown) => withSecretAt(item, rest)) : (value as unknown);
  const { [name]: member } = value as Values;
  return member === undefined || member === null ? value : { ...value, [name]: withSecretAt(member, rest) };
}

export function asSecret(value: unknown): unknown {
  const isMarked = typeof value === "object" && value !== null && isSecretMark(value);
  return isMarked ? value : { [SIGNATURE_KEY]: SECRET_SIGNATURE, value };
}
