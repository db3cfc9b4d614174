import { UNKNOWN } from "../../../provider/definition/values";
import type { Values } from "../../../provider/definition/values";
import { capitalize } from "../../../provider/lifecycle/wording";
import { isSecretMark } from "../../../provider/shared/boundary";
import { Code } from "../../typescript/code";
import { numbered } from "../../typescript/identifiers";
import { textsIn } from "../../typescript/texts";
import { nameIn } from "../../../provider/shared/exported-state";
import { openSecrets } from "../../../provider/shared/state-secrets";
import { outputHere } from "../bridged";
import { inputsGiven } from "../stack";
import type { Declared } from "./declared";

/** A shorter text may be part of another one by accident. */
const SHORTEST_PART = 4;

/** A text in the state of a resource. */
interface Source {
  readonly of: Declared;
  /** As in the program: `hosts.primary`. */
  readonly path: string;
  readonly text: string;
  /** Whether the program sets it itself. */
  readonly isGiven: boolean;
}

/** The values of a program in place of those in a state: outputs of other resources, and config secrets. */
export interface Resolver {
  /** The variable of another resource; undefined if the program does not declare it, or if it does not fit. */
  readonly variableOf: (urn: string, fits?: (other: Declared) => boolean) => Code | undefined;
  /** Resources that others refer to. */
  readonly used: ReadonlySet<Declared>;
  /** What each config secret is, by its key. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly input: (one: Declared, name: string, value: unknown) => unknown;
  /** A secret that the state does not have. */
  readonly secret: (one: Declared, name: string) => Code;
  /** An output of the stack. Its source is not in the state, so it is a resource only if no other has the same text. */
  readonly output: (name: string, value: unknown) => unknown;
}

export function resolverFor(all: readonly Declared[]): Resolver {
  const byUrn = new Map(all.map((one) => [one.resource.urn, one]));
  const found = new Map(all.map((one) => [one, sourcesIn(one)]));
  const used = new Set<Declared>();
  const secrets = secretKeys();

  const use = ({ of, path }: Source): string => {
    used.add(of);
    return `${of.variable}.${path}`;
  };
  const equal = (sources: readonly Source[], text: string): Code | undefined => {
    const source = sources.find((one) => one.text === text);
    return source && new Code(use(source));
  };
  const within = (sources: readonly Source[], text: string): Code | undefined => {
    const source = sources.find((one) => one.text.length >= SHORTEST_PART && text.includes(one.text));
    if (!source) return undefined;
    const [before = "", ...after] = text.split(source.text).map((part) => part.replace(/[\\`]|\$(?=\{)/g, "\\$&"));
    return new Code(`pulumi.interpolate\`${before}\${${use(source)}}${after.join(source.text)}\``);
  };

  /** @param find the source of a text; a secret may only come from there as a whole, because the rest would be readable */
  const resolved = (
    value: unknown,
    of: Place,
    find: (text: string, isSecret: boolean) => Code | undefined,
  ): unknown => {
    if (Array.isArray(value))
      return value.map((item, index) => resolved(item, { ...of, path: `${of.path}[${index}]` }, find));
    const isSecret = typeof value === "object" && value !== null && isSecretMark(value);
    if (typeof value === "object" && value !== null && !isSecret) {
      const members = Object.entries(value).map(([name, member]) => [
        name,
        resolved(member, { ...of, name, path: `${of.path}.${name}` }, find),
      ]);
      return Object.fromEntries(members) as Values;
    }
    const plain = isSecret ? openSecrets({ value }).values.value : value;
    // A number is an ID only in an input.
    const isText = typeof plain === "string" || (typeof plain === "number" && of.one !== undefined);
    const code = isText ? find(String(plain), isSecret) : undefined;
    if (code && typeof plain === "number" && !of.one?.here) return new Code(`${code.text}.apply(Number)`);
    return code ?? (isSecret ? secrets.codeFor(plain, of) : value);
  };

  return {
    used,
    secrets: secrets.all,
    variableOf: (urn, fits = () => true) => {
      const one = byUrn.get(urn);
      if (!one || !fits(one)) return undefined;
      used.add(one);
      return new Code(one.variable);
    },
    secret: (one, name) => secrets.codeFor(UNKNOWN, { one, name, path: name }),
    input: (one, name, value) => {
      const from = (one.resource.propertyDependencies?.[name] ?? []).flatMap((urn) => byUrn.get(urn) ?? []);
      const sources = from.flatMap((source) => found.get(source) ?? []);
      return resolved(
        value,
        { one, name, path: name },
        (text, isSecret) => equal(sources, text) ?? (isSecret ? undefined : within(sources, text)),
      );
    },
    output: (name, value) =>
      resolved(value, { one: undefined, name, path: name }, (text) => {
        const sources = [...found.values()].flat().filter((one) => one.text === text && !one.isGiven);
        return new Set(sources.map(({ of }) => of)).size === 1 ? equal(sources, text) : undefined;
      }),
  };
}

/** Its ID, and the texts among its outputs, under their names here. Members of lists come last: another output may have a name for them. */
function sourcesIn(of: Declared): readonly Source[] {
  const { resource, here } = of;
  const given = inputsGiven(resource);
  const texts = Object.entries(openSecrets(resource.outputs ?? {}).values).flatMap(([name, value]) => {
    const path = here && "outputs" in here ? outputHere(here, name) : name;
    const isGiven = name in given;
    if (path === undefined || path === "id") return [];
    return textsIn(path, value).map(([at, text]): Source => ({ of, path: at, text, isGiven }));
  });
  const inOrder = texts.sort((one, other) => Number(one.path.endsWith("]")) - Number(other.path.endsWith("]")));
  const { id } = resource;
  return [...(id === undefined ? [] : [{ of, path: "id", text: id, isGiven: false }]), ...inOrder];
}

/** Where a value stands: an input of a resource, an output of the stack, or a member of one. */
interface Place {
  readonly one: Declared | undefined;
  readonly name: string;
  /** The whole path: `allowList[0]`. */
  readonly path: string;
}

/** Gives config keys to secrets: one for equal values, and for what is recorded and not sent. */
function secretKeys() {
  const all = new Map<string, string>();
  const keys = new Map<unknown, string>();
  const keyFor = (value: unknown, { one, name, path }: Place): string => {
    const [plain, long] = [name, `${one?.variable ?? "output"}${capitalize(name)}`];
    const known = keys.get(value);
    if (known !== undefined) return known;
    const key = [plain, long].find((one) => !all.has(one)) ?? numbered(long, new Set(all.keys()));
    all.set(key, `${path} of ${one ? nameIn(one.resource.urn) : "the stack's outputs"}`);
    keys.set(value, key);
    return key;
  };
  return {
    all,
    codeFor: (plain: unknown, place: Place): Code => {
      const { one, name, path } = place;
      const isRecordedOnly = one?.here?.args[name]?.writeOnly === true;
      const isKnown = plain !== UNKNOWN;
      const identity = isRecordedOnly ? path : isKnown ? JSON.stringify(plain) : Symbol(name);
      const method = isKnown && typeof plain !== "string" ? "requireSecretObject" : "requireSecret";
      return new Code(`config.${method}(${JSON.stringify(keyFor(identity, place))})`);
    },
  };
}
