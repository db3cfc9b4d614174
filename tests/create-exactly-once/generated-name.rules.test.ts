import fc from "fast-check";
import { anyText } from "../support/arbitrary-text";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { inputsThatReplace } from "../../provider/definition/definition";
import { check } from "../../provider/lifecycle/object/check";
import { generatedName } from "../../provider/lifecycle/object/generated-name";
import { optionsOf } from "../../provider/lifecycle/state";
import { definitionOf, objects } from "../../provider/resources/registry";
import { UNKNOWN } from "../../provider/definition/values";
import { specimenOf } from "../kinds";
import { EMPTY } from "../support/programs";

const named = objects.filter(({ identity }) => identity.generated !== undefined);

const urnOf = (name: string): string => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Instance::${name}`;
const argsOf = (definition: Definition, name: string, organization = "acme"): Values => ({
  ...Object.fromEntries(inputsThatReplace(definition).map((replacing) => [replacing, `${replacing}-1`])),
  __options: { urn: urnOf(name), organization },
});

/** All replacing inputs, unset. */
const without = (args: Values): Values =>
  Object.fromEntries(Object.keys(args).flatMap((name) => (name === "__options" ? [] : [[name, undefined]])));

test("at least one resource type has generated names", () => expect(named).not.toEqual([]));

describe.each(named.map((definition) => [definition.kind, definition] as const))("%s", (_, definition) => {
  const args = argsOf(definition, "web");
  const rule = definition.args[definition.identity.generated ?? ""];
  const other = (changes: Values): unknown => generatedName(definition, { ...args, ...changes });

  test("the same declaration always gets the same name, which begins with the resource name", () => {
    expect(generatedName(definition, args)).toMatch(/^web-[0-9a-f]{8}$/);
    expect(generatedName(definition, argsOf(definition, "web"))).toBe(generatedName(definition, args));
    // Inputs that update in place.
    expect(other({ tags: ["a"], somethingElse: 1 })).toBe(generatedName(definition, args));
  });

  const replacing = specimenOf(definition.kind).variants.flatMap((variant, index) =>
    inputsThatReplace(definition)
      .filter((name) => variant.args[name] !== undefined)
      .map((name) => ({ ...variant, name, index, isSecret: definition.args[name]?.secret === true })),
  );

  test.each(replacing.filter(({ isSecret }) => !isSecret))(
    "a different $name gives a different name (variant $index)",
    ({ name, args: given, others }) => {
      const before = generatedName(definition, { ...args, ...without(args), ...given });
      for (const value of [others[name], undefined]) {
        expect(generatedName(definition, { ...args, ...without(args), ...given, [name]: value })).not.toBe(before);
      }
    },
  );

  // Not every resource type has such an input.
  for (const { name, index } of replacing.filter(({ isSecret }) => isSecret)) {
    test(`a different ${name} doesn't change the name: it is secret, and a name is not (variant ${index})`, () => {
      expect(other({ [name]: "another" })).toBe(generatedName(definition, args));
    });
  }

  test("a different resource, project, stack or organization gives a different name", () => {
    const names = [
      args,
      argsOf(definition, "web2"),
      argsOf(definition, "web", "other"),
      { ...args, __options: { urn: urnOf("web").replace("dev", "prod"), organization: "acme" } },
      { ...args, __options: { urn: urnOf("web").replace("shop", "blog"), organization: "acme" } },
    ].map((one) => generatedName(definition, one));
    expect(new Set(names).size).toBe(names.length);
  });

  test("an unset input is as a missing one, and the default organization as the one that the state records", () => {
    const [name = ""] = inputsThatReplace(definition);
    expect(other({ [name]: null })).toBe(other({ [name]: undefined }));
    const inDefault = generatedName(definition, argsOf(definition, "web", "organization"));
    expect(other({ __options: { urn: urnOf("web") } })).toBe(inDefault);
  });

  test("the name is unknown while a replacing input is unknown", () => {
    const [name = ""] = inputsThatReplace(definition);
    expect(other({ [name]: UNKNOWN })).toBe(UNKNOWN);
    expect(other({ [name]: [UNKNOWN] })).toBe(UNKNOWN);
  });

  test("any resource name gives a valid name of at most 32 characters", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), anyText(), fc.constantFrom("--", "", "a::b", "-a-")), (name) => {
        const generated = String(generatedName(definition, argsOf(definition, name)));
        expect(generated.length).toBeLessThanOrEqual(32);
        expect(generated).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]*[A-Za-z0-9]$/);
        expect(rule?.type.check(generated, "name")).toEqual([]);
      }),
    );
  });
});

describe("with pulumi:autonaming", () => {
  const checked = (news: Values, proposed: string | undefined, olds: Values = {}) => {
    const options = { urn: urnOf("web"), naming: { proposed } };
    return check(definitionOf("Instance"), { olds, news: { ...EMPTY, ...news, __options: options } });
  };

  test("the proposed name is the label, and stays when another is proposed later", () => {
    const { inputs, failures } = checked({}, "prod-web-4f2a");
    expect([inputs.label, failures]).toEqual(["prod-web-4f2a", []]);
    expect(optionsOf(inputs).naming).toBeUndefined();
    expect(checked({ tags: ["blue"] }, "prod-web-9b1c", inputs).inputs.label).toBe("prod-web-4f2a");
    expect(checked({ region: "eu-west" }, "prod-web-9b1c", inputs).inputs.label).toBe("prod-web-9b1c");
  });

  test("a label in the program takes precedence, also if names are not generated", () => {
    expect(checked({ label: "mine" }, "prod-web-4f2a").inputs.label).toBe("mine");
    expect(checked({ label: "mine" }, undefined).failures).toEqual([]);
  });

  test("a proposed name that the type rejects, and a missing one, fail with the property", () => {
    expect(checked({}, "ab").failures).toEqual([
      {
        path: "label",
        reason: expect.stringMatching(/^must have 3 to .*, unlike "ab", which pulumi:autonaming proposes/),
      },
    ]);
    expect(checked({}, undefined).failures).toEqual([
      { path: "label", reason: "is required, because pulumi:autonaming is disabled" },
    ]);
  });
});
