import type { Values } from "../../provider/definition/values";
import { NO_JOURNAL } from "../../provider/journal/journal";
import type { OpenIntent } from "../../provider/journal/journal";
import type { Context } from "../../provider/lifecycle/context";
import { isCandidate } from "../../provider/lifecycle/ownership/find-by-journal";
import { matchingIdentity } from "../../provider/lifecycle/ownership/identity";
import { domainRecord } from "../../provider/resources/domain-record";

const LIVE = { id: 7, type: "A", name: "www", target: "192.0.2.1", created: "2026-01-02T03:04:05" };

test.each<[string, Values, Values, boolean]>([
  ["the same name", { name: "www" }, {}, true],
  ["no name, like an omitted one", {}, { name: "" }, true],
  ["a name, unlike an omitted one", {}, {}, false],
  ["no name, unlike a given one", { name: "www" }, { name: "" }, false],
  ["another name", { name: "mail" }, {}, false],
])("a live record with %s counts as identical or not", (_, name, live, isAlike) => {
  const args = { type: "A", target: "192.0.2.1", ...name };
  expect(matchingIdentity(domainRecord, args, [{ ...LIVE, ...live }])).toHaveLength(isAlike ? 1 : 0);
});

test.each([
  ["at that time", LIVE.created, false],
  ["long before, so that the service has reused its ID", "2025-01-02T03:04:05", true],
])("a record that another request created %s may be the result of this one or not", (_, moment, isPossible) => {
  const intentAt = (id: string, at: string): OpenIntent => {
    const time = Date.parse(`${at}Z`);
    return {
      id,
      urn: id,
      collection: "/domains/1/records",
      before: [],
      at: time,
      serviceTime: time,
      isReturned: false,
    };
  };
  const journal = { ...NO_JOURNAL, intentsThatCreated: () => [intentAt("other", moment)] };
  const context = { journal } as unknown as Context;
  expect(isCandidate(domainRecord, intentAt("own", LIVE.created), { live: LIVE, context })).toBe(isPossible);
});
