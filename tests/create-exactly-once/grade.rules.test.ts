import { Journal } from "../../provider/journal/journal";
import type { Values } from "../../provider/definition/values";
import type { OpenIntent } from "../../provider/journal/intent";
import type { Context } from "../../provider/lifecycle/context";
import { grade } from "../../provider/lifecycle/ownership/grade";
import type { SentRequest } from "../../provider/lifecycle/ownership/grade";
import { hashesFor } from "../../provider/lifecycle/ownership/likeness";
import type { Hashes } from "../../provider/lifecycle/ownership/likeness";
import { instance } from "../../provider/resources/instance";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../support/time";

const SENT_MS = Date.parse("2026-01-02T03:04:05.700Z");
const SECOND_MS = 1_000;

const OTHER: OpenIntent = {
  id: "other",
  urn: "urn",
  collection: "/databases",
  before: [],
  isReturned: false,
  mayBeInState: false,
  at: SENT_MS,
  serviceTime: SENT_MS,
};
const createdAfter = (ms: number): Values => ({ created: new Date(SENT_MS + ms).toISOString().slice(0, 19) });
const UNDATED = { created: undefined };
/** The request noted no time of the service. */
const UNTIMED = { serviceTime: undefined };
const UNDER_WAY = { id: undefined };
const NAMED = { response: { made: "7" } };
/** A request of an earlier version. */
const UNHASHED = { identity: undefined };
const OTHER_LABEL = { label: "other" };
const SENT = { label: "web", tags: ["a"], group: "b" };
let hashes: Hashes;

beforeAll(async () => {
  hashes = await hashesFor({ definition: instance, args: SENT, context: {} as Context }, SENT);
});

interface Row {
  readonly live?: Values;
  readonly request?: object;
  readonly args?: Values;
  readonly others?: readonly OpenIntent[];
  readonly laterMs?: number;
}

function graded({ live = {}, request = {}, args, others = [], laterMs = MINUTE_MS }: Row) {
  const context = {
    journal: { ...new Journal(undefined), intentsThatCreated: () => others },
    clock: { today: () => SENT_MS + laterMs },
    serviceTime: () => SENT_MS + laterMs,
  } as unknown as Context;
  const noted = {
    id: "own",
    urn: "",
    collection: "/databases",
    before: [],
    at: SENT_MS,
    serviceTime: SENT_MS,
    listAgeMs: 0,
    isReturned: false,
    mayBeInState: false,
    ...hashes,
    ...request,
  } as SentRequest;
  const object = { ...SENT, id: 7, status: "running", ...createdAfter(SECOND_MS), ...live };
  const { verdict, because } = grade({ definition: instance, args, context }, object, noted);
  return [verdict, ...because];
}

test.each<[string, Row]>([
  ["was created since the request and has what was sent", {}],
  ["was created in the same second", { live: createdAfter(-700) }],
  ["is dated by a machine of the service whose clock is two seconds behind", { live: createdAfter(-2 * SECOND_MS) }],
  [
    "is two seconds older, and was not in a list that was read after that",
    { live: createdAfter(-2 * SECOND_MS), request: { listAgeMs: SECOND_MS } },
  ],
  ["was created after a wait for the rate limit", { live: createdAfter(59 * MINUTE_MS) }],
  ["was created at about that time by this machine's clock", { request: UNTIMED, live: createdAfter(-MINUTE_MS) }],
  ["shows no date and has what was sent", { live: UNDATED }],
  ["is named in the response, and was changed since", { request: NAMED, live: { tags: [] } }],
  [
    "is named in the response, and has the label that is wanted now",
    { request: NAMED, live: OTHER_LABEL, args: OTHER_LABEL },
  ],
  [
    "is named in the response to a request of an earlier version",
    { request: { ...NAMED, ...UNHASHED }, args: OTHER_LABEL },
  ],
  ["has what is wanted, and an earlier version sent the request", { request: UNHASHED, args: SENT }],
  ["is named in the response, hours after the request was noted", { request: NAMED, live: createdAfter(3 * HOUR_MS) }],
  [
    "was created hours after a request that is under way was noted",
    { request: UNDER_WAY, live: createdAfter(3 * HOUR_MS) },
  ],
  ["may also be the result of an earlier request", { others: [{ ...OTHER, serviceTime: SENT_MS - DAY_MS }] }],
])("an object is the result of a request if it %s", (_, row) => expect(graded(row)).toEqual(["ours"]));

test.each<[string, string, Row]>([
  ["it is older than the request", "is a minute older", { live: createdAfter(-MINUTE_MS) }],
  ...[2 * SECOND_MS, MINUTE_MS, undefined].map((listAgeMs): [string, string, Row] => [
    "it is older than the request",
    `is two seconds older, and the list before was read ${listAgeMs ?? "some"} ms before`,
    { live: createdAfter(-2 * SECOND_MS), request: { listAgeMs } },
  ]),
  ["the API does not show when it was created", "shows no date after two days", { live: UNDATED, laterMs: 2 * DAY_MS }],
  ["these inputs differ: tags, group", "differs", { live: { tags: [], group: "c" } }],
  ["it has another identity", "was named in the response and renamed since", { request: NAMED, live: OTHER_LABEL }],
  [
    "the API does not show when it was created",
    "may have existed before",
    { live: UNDATED, request: { before: undefined } },
  ],
  [
    "it was created at another time",
    "is a day older than a request that is under way",
    { request: UNDER_WAY, live: createdAfter(-DAY_MS) },
  ],
  ["that update completed, so the state had it", "was returned", { request: { ...NAMED, isReturned: true } }],
  ["the one in the state may be the result", "has a rival in the state", { request: { mayBeInState: true } }],
])("an object is possibly the result, because %s, if it %s", (because, _, row) =>
  expect(graded(row)).toEqual(["possible", because]),
);

test.each<[string, Row]>([
  ["it is being deleted", { live: { status: "deleting" } }],
  ["it has another identity", { live: OTHER_LABEL }],
  ["it has another identity", { request: UNHASHED, args: OTHER_LABEL }],
  ["the response named another one", { request: { response: { made: "8" } } }],
  ["it existed before the request", { request: { before: ["7"] } }],
  ["it was created at another time", { live: createdAfter(61 * MINUTE_MS) }],
  ["it was created at another time", { live: createdAfter(-10 * MINUTE_MS) }],
  ["it was created at another time", { request: NAMED, live: createdAfter(-DAY_MS) }],
  ["it was created at another time", { request: UNTIMED, live: createdAfter(-10 * MINUTE_MS) }],
  ["another request of this stack created it", { others: [OTHER] }],
])("an object is not the result, because %s", (because, row) => expect(graded(row)).toEqual(["foreign", because]));
