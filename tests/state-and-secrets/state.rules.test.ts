import { fillPath } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { collectionPath, idOf, locate, parseId } from "../../provider/lifecycle/state/fingerprint";
import { appliedOf, argsOf, finishedState, liveValue } from "../../provider/lifecycle/state/state";
import { domain } from "../../provider/resources/domain";
import { domainRecord } from "../../provider/resources/domain-record";
import { image } from "../../provider/resources/image";
import { instance } from "../../provider/resources/instance";
import { fromEngine, toEngine } from "../../provider/shared/boundary";

test("a top-level resource uses its own ID", () => {
  expect(idOf(domain, {}, { id: 5 })).toBe("5");
  expect(locate(domain, "5")).toEqual({ collection: "/domains", ownId: "5", path: "/domains/5" });
});

test("the ID of a child resource begins with its parent's", () => {
  expect(idOf(domainRecord, { domainId: "7" }, { id: 5 })).toBe("7/5");
  expect(locate(domainRecord, "7/5")).toEqual({
    collection: "/domains/7/records",
    ownId: "5",
    path: "/domains/7/records/5",
  });
  expect(parseId(domainRecord, "7/5")).toEqual({ args: { domainId: 7 }, ownId: "5" });
});

test("an ID input gives the same path as a number and as a string", () => {
  expect(collectionPath(domainRecord, { domainId: 7 })).toBe("/domains/7/records");
  expect(collectionPath(domainRecord, { domainId: "7" })).toBe("/domains/7/records");
});

test.each(["5", "", "7/", "/5"])("rejects %p as a record ID and shows the expected form", (id) => {
  expect(() => parseId(domainRecord, id)).toThrow(/domainId\/id/);
});

test("rejects an empty ID", () => expect(() => parseId(domain, "")).toThrow(/not a valid domain ID/));

const PATHS = ["../../domains/1", "..", ".", "5?page=2", "5#", "5%2e", "5/6"];
const WRONG = [...PATHS, "a", "-1", "1.5", "1e3", "0", " 5", "5\n", "undefined"];

test.each(WRONG)("rejects %j as a domain ID and as part of a record ID, and shows a valid example", (id) => {
  expect(() => locate(domain, id)).toThrow("use one such as 123");
  expect(() => locate(domainRecord, `7/${id}`)).toThrow("domainId/id, for example 7/123");
  if (id !== "5/6") expect(() => locate(domainRecord, `${id}/7`)).toThrow("domainId/id, for example 12/123");
});

test.each(["compute/debian11", "private/123", "compute/ubuntu22.04"])("accepts %s as an image ID", (id) => {
  expect(locate(image, id).path).toBe(`/images/${id}`);
});

test.each(["5", "../domains/1", "compute/..", "private/1/2", "private/1?x", "private/", "/1", "private/%2e%2e"])(
  "rejects %s as an image ID",
  (id) => expect(() => locate(image, id)).toThrow("use one such as private/123"),
);

test("ignores leading zeros", () => expect(locate(domainRecord, "07/005").path).toBe("/domains/7/records/5"));

test.each([undefined, null, "../1", true, {}, [], ""])("builds no path from %j", (domainId) => {
  expect(() => collectionPath(domainRecord, { domainId })).toThrow("domainId must be an ID");
  expect(() => fillPath("/domains/{domainId}", { domainId })).toThrow("Cannot build the path /domains/{domainId}");
});

test.each<[string, Values, string, Values, unknown]>([
  ["what was sent for a write-only input", { rootPass: "sent-1" }, "rootPass", { rootPass: "********" }, "sent-1"],
  ["unset if a write-only input is", {}, "swapSize", { swapSize: 512 }, undefined],
  ["the requested one, which can't be determined now", { booted: true }, "booted", { status: "migrating" }, true],
  ["what the API returns", {}, "booted", { status: "migrating", booted: false }, false],
  ["null, to which the API reset it", { group: "shop" }, "group", { group: null }, null],
])("the live value is %s", (_, args, name, live, expected) => {
  expect(liveValue({ definition: instance, args }, name, live)).toBe(expected);
});

const ACCOUNT = { brand: "compute", url: "https://api.example.com", id: "2144D51C" };

test.each<[string, Values, unknown]>([
  [
    "of a complete operation is one text",
    { args: ["type", "name"], account: ACCOUNT },
    "type,name compute https://api.example.com 2144D51C",
  ],
  [
    "of an account without an ID is, too",
    { args: [], account: { ...ACCOUNT, id: undefined } },
    " compute https://api.example.com",
  ],
  [
    "of an unfinished operation is not",
    { args: ["type"], account: ACCOUNT, unfinished: true },
    { args: ["type"], account: ACCOUNT, unfinished: true },
  ],
  ["of earlier versions, without an account, is not", { args: ["type"] }, { args: ["type"] }],
])("the hidden output %s, and is read as it was written", (_, applied, stored) => {
  const sent = toEngine({ label: "web", __applied: applied });
  expect(sent.__applied).toEqual(stored);
  expect(appliedOf(fromEngine(sent))).toEqual(JSON.parse(JSON.stringify(applied)));
});

test("the hidden output of what was only read or imported keeps its form, because a refresh of a .get would show another one", () => {
  const read = { __applied: { args: ["domain"], account: ACCOUNT }, __options: { import: "5" } };
  expect(toEngine(read)).toEqual(read);
});

test("hidden outputs keep their names, because stored states contain them, and return the inputs in the user's form", () => {
  const args = { domainId: "12", type: "A", name: "WWW", target: "192.0.2.1", __options: { urn: "urn" } };
  const live = { id: 34, type: "A", name: "www", target: "192.0.2.1" };
  const state = finishedState(domainRecord, live, args);
  expect(state).toMatchObject({
    __applied: { args: ["domainId", "type", "name", "target"] },
    __spellings: { name: { sent: "WWW", answered: "www" } },
    __options: { urn: "urn" },
  });
  expect(argsOf(state)).toEqual(args);
});
