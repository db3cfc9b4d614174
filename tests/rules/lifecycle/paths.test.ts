import { collectionPath, idOf, locate, parseId } from "../../../provider/lifecycle/paths";
import { domain } from "../../../provider/resources/domain";
import { domainRecord } from "../../../provider/resources/domain-record";

test("the id of a top-level object is its own", () => {
  expect(idOf(domain, {}, { id: 5 })).toBe("5");
  expect(locate(domain, "5")).toEqual({ collection: "/domains", ownId: "5", path: "/domains/5" });
});

test("the id of an object inside another begins with that one's", () => {
  expect(idOf(domainRecord, { domainId: "7" }, { id: 5 })).toBe("7/5");
  expect(locate(domainRecord, "7/5")).toEqual({
    collection: "/domains/7/records",
    ownId: "5",
    path: "/domains/7/records/5",
  });
  expect(parseId(domainRecord, "7/5")).toEqual({ args: { domainId: 7 }, ownId: "5" });
});

test("an id argument leads to the same path as a number and as a string", () => {
  expect(collectionPath(domainRecord, { domainId: 7 })).toBe("/domains/7/records");
  expect(collectionPath(domainRecord, { domainId: "7" })).toBe("/domains/7/records");
});

test.each(["5", "", "7/", "/5"])("%p is refused as the id of a record, with the form it should have", (id) => {
  expect(() => parseId(domainRecord, id)).toThrow(/domainId\/id/);
});

test("an empty id is refused", () => expect(() => parseId(domain, "")).toThrow(/not the id of a domain/));
