import { NO_JOURNAL } from "../../provider/journal/journal";
import type { Settings } from "../../provider/api/settings";
import { stackJournals } from "../../provider/plugin/stack-journals";
import type { OpenJournal } from "../../provider/plugin/stack-journals";

const SETTINGS: Settings = { url: "http://127.0.0.1:1/v4", brand: "compute", token: "t" };
const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Domain::zone";

function opened(): { opened: unknown[]; journalOf: ReturnType<typeof stackJournals> } {
  const stacks: unknown[] = [];
  const open: OpenJournal = (stack) => {
    stacks.push(stack);
    return { ...NO_JOURNAL };
  };
  return { opened: stacks, journalOf: stackJournals(open) };
}

test("the resources of a stack share one journal", () => {
  const { opened: stacks, journalOf } = opened();
  const journal = journalOf({ urn, organization: "acme" }, SETTINGS);
  expect(journalOf({ urn: `${urn}-2`, organization: "acme" }, SETTINGS)).toBe(journal);
  expect(stacks).toEqual([{ organization: "acme", project: "shop", stack: "dev" }]);
});

test("a state without an organization belongs to the default one", () => {
  const { opened: stacks, journalOf } = opened();
  expect(journalOf({ urn }, SETTINGS)).toBe(journalOf({ urn, organization: "organization" }, SETTINGS));
  expect(stacks).toEqual([{ organization: "organization", project: "shop", stack: "dev" }]);
});

test("a resource without a URN has no journal", () => {
  expect(opened().journalOf({}, SETTINGS)).toBe(NO_JOURNAL);
});
