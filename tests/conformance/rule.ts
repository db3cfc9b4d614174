import type { EmulatorOptions } from "../../emulator/index";
import type { Started } from "../emulator/support/client";
import { start } from "../emulator/support/client";
import { describeInWholeSuite } from "../support/whole-suite";

/** One sentence of the documents that states a rule, in our own words. */
interface Statement {
  /** Document and subject, for example `1.create.root-pass-length`. Unique. */
  readonly id: string;
  /** The section of the documents, for example `Document 1, Limits`. */
  readonly section: string;
  /** The statement itself. */
  readonly states: string;
}

/** A statement with a test that fails if the emulator violates it. */
export interface TestedRule extends Statement {
  /** Runs against a separate emulator, started with these options in addition to the default ones. */
  readonly options?: EmulatorOptions;
  /** Set if the test itself needs an undocumented endpoint: it then runs once, not also with `documentedOnly`. */
  readonly usesExtensions?: true;
  /** What the emulator does instead without `documentedOnly`, and why: the test then runs with `documentedOnly` only. */
  readonly otherwise?: string;
  readonly test: (service: Started) => Promise<void>;
}

/** A statement that no test of the API's behavior can prove. */
export interface UntestedRule extends Statement {
  /** Why not. */
  readonly untestable: string;
}

/** A statement that the emulator knowingly does not follow. */
export interface DeviatingRule extends Statement {
  /** What it does instead, and why. */
  readonly deviates: string;
}

export type Rule = TestedRule | UntestedRule | DeviatingRule;

/** How a test runs, if not in the usual way. */
type Settings = Pick<TestedRule, "options" | "usesExtensions" | "otherwise">;

/** A rule, part by part: `rule(ID, SECTION).states(STATEMENT).test(TEST)`. */
export function rule(id: string, section: string, settings: Settings = {}) {
  return {
    states: (states: string) => {
      const tested = (test: TestedRule["test"]): TestedRule => ({ id, section, states, ...settings, test });
      return {
        test: tested,
        /** With what `setUp` creates first. */
        testOn: <T>(
          setUp: (service: Started) => Promise<T>,
          test: (service: Started, made: T) => Promise<void> | void,
        ) => tested(async (service) => test(service, await setUp(service))),
        /** On an empty account for each of these values: the documents don't specify what different objects may share. */
        testEach: <T>(values: readonly T[], test: (service: Started, value: T) => Promise<void>) =>
          tested(async (service) => {
            for (const value of values) {
              service.emulator.reset();
              await test(service, value);
            }
          }),
        untestable: (untestable: string): UntestedRule => ({ id, section, states, untestable }),
        deviates: (deviates: string): DeviatingRule => ({ id, section, states, deviates }),
      };
    },
  };
}

/**
 * One rule for each of these fields, whose type stands in the schema that the client of the tests compares each response with
 * (tests/support/schemas/): what `shown` returns has the field.
 */
export function fieldRules(
  prefix: string,
  section: string,
  says: Readonly<Record<string, string>>,
  shown: (service: Started) => Promise<readonly object[]>,
): TestedRule[] {
  return Object.entries(says).map(([field, states]) =>
    rule(`${prefix}${field}`, section)
      .states(states)
      .test(async (service) => {
        for (const view of await shown(service)) expect(view).toHaveProperty([field]);
      }),
  );
}

/** Registers the tests of rules: once, and in `npm run test:all` again with `documentedOnly`. */
export function checkRules(rules: readonly Rule[]): void {
  const tested = rules.filter((rule): rule is TestedRule => "test" in rule);
  const again = tested.filter(({ usesExtensions, otherwise }) => usesExtensions !== true && otherwise === undefined);
  const check = (rules: readonly TestedRule[], isDocumentedOnly: (rule: TestedRule) => boolean): void => {
    test.each(rules.map((rule) => [rule.id, rule.states, rule] as const))("%s: %s", async (_id, _states, rule) => {
      await rule.test(await start({ ...rule.options, documentedOnly: isDocumentedOnly(rule) }));
    });
  };
  check(tested, ({ otherwise }) => otherwise !== undefined);
  describeInWholeSuite("with documentedOnly", () => check(again, () => true));
}
