import type { Values } from "../../provider/definition/values";
import { NO_JOURNAL } from "../../provider/journal/journal";
import type { OpenIntent } from "../../provider/journal/journal";
import type { Context } from "../../provider/lifecycle/context";
import { grade } from "../../provider/lifecycle/ownership/grade";
import type { Likeness, SentRequest } from "../../provider/lifecycle/ownership/grade";
import { instance } from "../../provider/resources/instance";

const SENT_MS = Date.parse("2026-01-02T03:04:05.700Z");
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const OTHER: OpenIntent = {
  id: "other",
  urn: "urn",
  collection: "/databases",
  before: [],
  isReturned: false,
  at: SENT_MS,
  serviceTime: SENT_MS,
};
const createdAfter = (ms: number): Values => ({ created: new Date(SENT_MS + ms).toISOString().slice(0, 19) });
const UNDATED = { created: undefined };
/** The request noted no time of the service. */
const UNTIMED = { serviceTime: undefined };
const UNDER_WAY = { isUnderWay: true } as const;
const NAMED = { response: { made: "7" } };

interface Row {
  readonly live?: Values;
  readonly request?: Partial<SentRequest>;
  readonly likeness?: Partial<Likeness>;
  readonly others?: readonly OpenIntent[];
  readonly laterMs?: number;
}

function graded({ live = {}, request = {}, likeness = {}, others = [], laterMs = MINUTE_MS }: Row) {
  const context = {
    journal: { ...NO_JOURNAL, intentsThatCreated: () => others },
    clock: { today: () => SENT_MS + laterMs },
    serviceTime: () => SENT_MS + laterMs,
  } as unknown as Context;
  const sent = { id: "own", collection: "/databases", before: [], at: SENT_MS, serviceTime: SENT_MS, ...request };
  const comparison = { isAlike: true, differing: [], ...likeness };
  const object = { id: 7, status: "running", ...createdAfter(SECOND_MS), ...live };
  const { verdict, because } = grade({ definition: instance, context }, object, { ...sent, likeness: comparison });
  return [verdict, ...because];
}

test.each<[string, Row]>([
  ["was created since the request and has what was sent", {}],
  ["was created in the same second", { live: createdAfter(-700) }],
  ["is dated by a machine of the service whose clock is two seconds behind", { live: createdAfter(-2 * SECOND_MS) }],
  ["was created after a wait for the rate limit", { live: createdAfter(59 * MINUTE_MS) }],
  ["was created at about that time by this machine's clock", { request: UNTIMED, live: createdAfter(-MINUTE_MS) }],
  ["shows no date and has what was sent", { live: UNDATED }],
  ["is named in the response, and was changed since", { request: NAMED, likeness: { differing: ["label"] } }],
  ["is named in the response, and of unknown identity", { request: NAMED, likeness: { isAlike: undefined } }],
  ["is named in the response, hours after the request was noted", { request: NAMED, live: createdAfter(3 * HOUR_MS) }],
  [
    "was created hours after a request that is under way was noted",
    { request: UNDER_WAY, live: createdAfter(3 * HOUR_MS) },
  ],
  ["may also be the result of an earlier request", { others: [{ ...OTHER, serviceTime: SENT_MS - DAY_MS }] }],
])("an object is the result of a request if it %s", (_, row) => expect(graded(row)).toEqual(["ours"]));

test.each<[string, string, Row]>([
  ["it is older than the request", "is a minute older", { live: createdAfter(-MINUTE_MS) }],
  ["the API does not show when it was created", "shows no date after two days", { live: UNDATED, laterMs: 2 * DAY_MS }],
  ["these inputs differ: label, tags", "differs", { likeness: { differing: ["label", "tags"] } }],
  [
    "it was created at another time",
    "is a day older than a request that is under way",
    { request: UNDER_WAY, live: createdAfter(-DAY_MS) },
  ],
  ["that update ended in order, so the state had it", "was returned", { request: { ...NAMED, isReturned: true } }],
])("an object is possibly the result, because %s, if it %s", (because, _, row) =>
  expect(graded(row)).toEqual(["possible", because]),
);

test.each<[string, Row]>([
  ["it is being deleted", { live: { status: "deleting" } }],
  ["it has another identity", { likeness: { isAlike: false } }],
  ["it has another identity", { likeness: { isAlike: undefined } }],
  ["the response named another one", { request: { response: { made: "8" } } }],
  ["it existed before the request", { request: { before: ["7"] } }],
  ["it was created at another time", { live: createdAfter(61 * MINUTE_MS) }],
  ["it was created at another time", { live: createdAfter(-10 * MINUTE_MS) }],
  ["it was created at another time", { request: NAMED, live: createdAfter(-DAY_MS) }],
  ["it was created at another time", { request: UNTIMED, live: createdAfter(-10 * MINUTE_MS) }],
  ["another request of this stack created it", { others: [OTHER] }],
])("an object is not the result, because %s", (because, row) => expect(graded(row)).toEqual(["foreign", because]));
