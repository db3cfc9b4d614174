import { environmentSource, settingProblem } from "../api/settings";
import { withGivenValues } from "../definition/check-values";
import { text } from "../definition/types";
import type { AnyType, Failure } from "../definition/types";
import { hasUnknown, isUnset } from "../definition/values";
import type { Values } from "../definition/values";
import { unknownArgument } from "../lifecycle/wording";
import { tagsProblem } from "./default-tags";

type InputName = "token" | "url" | "brand" | "allowHttp" | "previewDrift" | "showCost" | "defaultTags";

/** The native plugin gets it as a string. */
const trueOrFalse: Pick<AnyType, "check"> = {
  check: (value, path) => (/^(true|false)?$/.test(String(value)) ? [] : [{ path, reason: "must be true or false" }]),
};

/** The inputs of a provider. Blank texts are equivalent to omitted ones. */
const TYPES: Readonly<Record<InputName, Pick<AnyType, "check">>> = {
  token: text(0, Infinity),
  url: text(0, Infinity),
  brand: text(0, Infinity, (brand) => settingProblem("brand", { brand })),
  allowHttp: trueOrFalse,
  previewDrift: trueOrFalse,
  showCost: trueOrFalse,
  defaultTags: {
    check: (value, path) => {
      const reason = tagsProblem(value);
      return reason === undefined ? [] : [{ path, reason }];
    },
  },
};

/**
 * Everything that is wrong with the inputs of a provider. Unknown values are not checked.
 * @param stackAllowHttp the setting of the stack config
 */
export function failuresOfProvider(inputs: Values, stackAllowHttp?: string): Failure[] {
  const given = Object.entries(inputs).filter(([, value]) => !isUnset(value));
  const failures = given.flatMap(([name, value]): readonly Failure[] => {
    const type = name in TYPES ? TYPES[name as InputName] : undefined;
    if (!type) return [{ path: name, reason: unknownArgument(name, "a provider", Object.keys(TYPES)) }];
    return hasUnknown(value) ? [] : type.check(value, name);
  });
  const { url, allowHttp } = inputs;
  if (typeof url === "string" && !hasUnknown(allowHttp)) {
    const own = isUnset(allowHttp) ? undefined : JSON.stringify(allowHttp);
    const permitted = own ?? environmentSource(process.env).allowHttp ?? stackAllowHttp;
    const from = own === undefined ? {} : { allowHttp: "provider" as const };
    const reason = settingProblem("url", { url, allowHttp: permitted?.replaceAll('"', "") }, from);
    if (reason !== undefined) failures.push({ path: "url", reason });
  }
  return withGivenValues(failures, inputs, ([name]) => name === "token");
}
