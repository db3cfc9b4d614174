import type { EmulatorOptions } from "../../emulator/index";
import type { Started } from "../emulator/support/client";
import { start } from "../emulator/support/client";

/** One sentence of the documents that states a rule, in our own words. */
interface Statement {
  /** Document and subject, for example `1.create.root-pass-length`. Unique. */
  readonly id: string;
  /** Where the documents say it, for example `Document 1, Limits`. */
  readonly section: string;
  /** What they say. */
  readonly states: string;
}

/** A statement with the test that fails when the emulator does otherwise. */
export interface TestedRule extends Statement {
  /** Runs against an emulator of its own, started with these options beside the usual ones. */
  readonly options?: EmulatorOptions;
  /** Set when the test itself needs an endpoint beyond the documents: it then runs once, not also with `documentedOnly`. */
  readonly usesExtensions?: true;
  /** What the emulator does instead, and why, unless the documents' rules alone hold: the test then runs with `documentedOnly` alone. */
  readonly otherwise?: string;
  readonly test: (service: Started) => Promise<void>;
}

/** A statement that no test of the service's behaviour can prove. */
export interface UntestedRule extends Statement {
  /** Why not. */
  readonly untestable: string;
}

/** A statement that the emulator knowingly does not follow. */
interface DeviatingRule extends Statement {
  /** What it does instead, and why. */
  readonly deviates: string;
}

export type Rule = TestedRule | UntestedRule | DeviatingRule;

/** Registers the tests of rules: with every rule of the real service, and once more with the documents' alone. */
export function checkRules(rules: readonly Rule[]): void {
  const tested = rules.filter((rule): rule is TestedRule => "test" in rule);
  const documented = tested.filter((rule) => rule.usesExtensions !== true);
  const always = tested.filter((rule) => rule.otherwise === undefined);
  test.each(always.map((rule) => [rule.id, rule.states, rule] as const))("%s: %s", async (_id, _states, rule) => {
    await rule.test(await start(rule.options));
  });
  describe("with the documents' rules alone", () => {
    test.each(documented.map((rule) => [rule.id, rule.states, rule] as const))("%s: %s", async (_id, _states, rule) => {
      await rule.test(await start({ ...rule.options, documentedOnly: true }));
    });
  });
}
