import { isIP, isIPv4, isIPv6 } from "node:net";
import { isApiName } from "./names";
import { UNKNOWN, hasUnknown, isObject } from "./values";
import type { Values } from "./values";

/** One problem with an input; `path` is a property path such as `alerts.cpu` or `tags[2]`. */
export interface Failure {
  readonly path: string;
  readonly reason: string;
}

/** What a package schema declares: `id` is a number or a string, `json` an object of any members, `asset` a file, `switch` a boolean or a number. */
type Form = "string" | "integer" | "boolean" | "array" | "object" | "json" | "id" | "asset" | "switch" | "any";

/** The shape of a value: a description for the docs, a form for the package schema, and a check that ignores unknown values. */
export interface AnyType {
  readonly describes: string;
  readonly form: Form;
  /** Of a string: the only ones that are valid. */
  readonly values?: readonly string[];
  /** Of an array: the type of its items. */
  readonly item?: AnyType;
  /** Of an object: the types of its members. */
  readonly members?: Readonly<Record<string, AnyType>>;
  check(value: unknown, path: string): readonly Failure[];
}

/** A type that accepts exactly what the TypeScript type does: an input whose rule accepts more, or less, does not compile. */
export interface ArgumentType<T = unknown> extends AnyType {
  /** For the compiler only. */
  readonly accepts?: (value: T) => T;
}

function typeOf<T>(
  form: Form,
  describes: string,
  reasonAgainst: (value: unknown) => string | undefined,
): ArgumentType<T> {
  return {
    describes,
    form,
    check(value, path) {
      if (hasUnknown(value)) return [];
      const reason = reasonAgainst(value);
      return reason === undefined ? [] : [{ path, reason }];
    },
  };
}

/** A string of `min` to `max` characters that also passes the check `also`. */
export function text(
  min: number,
  max: number,
  also: (value: string) => string | undefined = () => undefined,
): ArgumentType<string> {
  const describes = max === Infinity ? "string" : `string of ${min} to ${max} characters`;
  return typeOf("string", describes, (value) => {
    if (typeof value !== "string") return `must be a string`;
    const length = Array.from(value).length;
    if (length < min || length > max) return `must have ${min} to ${max} characters (it has ${length})`;
    return also(value);
  });
}

/** Any non-empty string. */
export const word: ArgumentType<string> = typeOf("string", "string", (value) =>
  typeof value === "string" && value !== "" ? undefined : "must be a non-empty string",
);

export const anything: ArgumentType<unknown> = typeOf("any", "any value", () => undefined);

export function integer(min: number, max: number): ArgumentType<number> {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return typeOf("integer", `integer ${range}`, (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= min && value <= max
      ? undefined
      : `must be an integer ${range}`,
  );
}

/** The ID of another resource, as a number or as the string that Pulumi turns it into. */
export const objectId: ArgumentType<number | string> = typeOf("id", "ID (number or numeric string)", (value) =>
  /^[1-9]\d*$/.test(String(value)) && (typeof value === "string" || typeof value === "number")
    ? undefined
    : "must be an ID (number or numeric string)",
);

/** Any JSON object, whose members are up to the user. */
export const jsonObject: ArgumentType<Values> = typeOf("json", "JSON object", (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? undefined : "must be an object",
);

/** A JSON object of fields under the API's names, whose values are of one type. */
export function fieldsOf<T>(item: ArgumentType<T>): ArgumentType<Record<string, T>> {
  return {
    describes: `object of fields under the API's names, each: ${item.describes}`,
    form: "json",
    check(value, path) {
      if (value === UNKNOWN) return [];
      if (!isObject(value)) return [{ path, reason: "must be an object" }];
      return Object.entries(value).flatMap(([name, one]) =>
        isApiName(name)
          ? item.check(one, `${path}.${name}`)
          : [{ path: `${path}.${name}`, reason: "must be a name of the API, in snake_case" }],
      );
    },
  };
}

/** A value without members. */
export const scalar: ArgumentType<string | number | boolean> = typeOf("any", "string, number or boolean", (value) =>
  ["string", "number", "boolean"].includes(typeof value) ? undefined : "must be a string, a number or a boolean",
);

export const flag: ArgumentType<boolean> = typeOf("boolean", "boolean", (value) =>
  typeof value === "boolean" ? undefined : "must be true or false",
);

/** On, off, or on with this number. */
export function flagOr(number: ArgumentType<number>): ArgumentType<boolean | number> {
  return typeOf("switch", `boolean or ${number.describes}`, (value) =>
    typeof value === "boolean" || number.check(value, "").length === 0
      ? undefined
      : `must be true, false or an ${number.describes}`,
  );
}

export function oneOf<const T extends string>(...allowed: readonly T[]): ArgumentType<T> {
  const list = allowed.map((one) => `"${one}"`).join(", ");
  const type = typeOf<T>("string", `one of ${list}`, (value) =>
    (allowed as readonly unknown[]).includes(value) ? undefined : `must be one of ${list}`,
  );
  return { ...type, values: allowed };
}

export function oneNumberOf<const T extends number>(...allowed: readonly T[]): ArgumentType<T> {
  const list = allowed.join(", ");
  return typeOf("integer", `one of ${list}`, (value) =>
    (allowed as readonly unknown[]).includes(value) ? undefined : `must be one of ${list}`,
  );
}

export function listOf<T>(item: ArgumentType<T>, { max = Infinity }: { max?: number } = {}): ArgumentType<T[]> {
  return {
    describes: `array${max === Infinity ? "" : ` of at most ${max}`} of: ${item.describes}`,
    form: "array",
    item,
    check(value, path) {
      if (value === UNKNOWN) return [];
      if (!Array.isArray(value)) return [{ path, reason: "must be an array" }];
      const tooMany = value.length > max ? [{ path, reason: `must have at most ${max} items` }] : [];
      return [...tooMany, ...value.flatMap((one: unknown, index) => item.check(one, `${path}[${index}]`))];
    },
  };
}

/** An object with only these members, each of which is optional. */
export function shape<T extends object>(types: {
  readonly [K in keyof Required<T>]: ArgumentType<NonNullable<T[K]>>;
}): ArgumentType<T> {
  const members: Readonly<Record<string, AnyType>> = types;
  return {
    describes: `object of ${Object.entries(members)
      .map(([name, type]) => `${name} (${type.describes})`)
      .join(", ")}`,
    form: "object",
    members,
    check(value, path) {
      if (value === UNKNOWN) return [];
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        return [{ path, reason: "must be an object" }];
      }
      return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
        const type = Object.hasOwn(members, name) ? members[name] : undefined;
        const memberPath = `${path}.${name}`;
        if (!type)
          return [
            {
              path: memberPath,
              reason: `is not a valid property; use one of ${Object.keys(members).join(", ")}`,
            },
          ];
        return member === undefined || member === null ? [] : type.check(member, memberPath);
      });
    },
  };
}

export const ipAddress: ArgumentType<string> = typeOf("string", "IP address", (value) =>
  typeof value === "string" && isIP(value) !== 0 ? undefined : "must be an IP address",
);

/** Whether the string is an address of the IP version that an A or AAAA record points to. */
export function isAddressOf(recordType: "A" | "AAAA", value: string): boolean {
  return recordType === "A" ? isIPv4(value) : isIPv6(value) && !value.includes("%");
}

/** One IP address, or a range in CIDR notation. */
export const ipRange: ArgumentType<string> = typeOf("string", "IP address or CIDR range", (value) => {
  if (typeof value !== "string") return "must be a string";
  const [address = "", bits, ...rest] = value.split("/");
  const family = isIP(address);
  const bitsFit = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return family !== 0 && bitsFit && rest.length === 0 ? undefined : "must be an IP address or a CIDR range";
});

/** A description for the generated docs: one or more sentences. */
export interface Described {
  readonly says: string;
}

/** Attaches a description for the docs to a rule. */
export function described<Args extends unknown[], Result>(
  says: string,
  rule: (...args: Args) => Result,
): ((...args: Args) => Result) & Described {
  return Object.assign((...args: Args) => rule(...args), { says });
}

/** Turns a rule for strings into one for values whose type is checked elsewhere. */
export function ofText<Result>(rule: ((text: string) => Result) & Described): ((value: unknown) => Result) & Described {
  return described(rule.says, (value: unknown) => rule(String(value)));
}
