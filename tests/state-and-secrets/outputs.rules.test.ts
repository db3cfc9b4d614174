import { argsOf, finishedState, liveValue } from "../../provider/lifecycle/state/state";
import { domainRecord } from "../../provider/resources/domain-record";
import { instance } from "../../provider/resources/instance";

test("a write-only input keeps the sent value, whatever the API returns for it", () => {
  expect(liveValue({ definition: instance, args: { rootPass: "sent-1" } }, "rootPass", { rootPass: "********" })).toBe(
    "sent-1",
  );
  expect(liveValue({ definition: instance, args: {} }, "swapSize", { swapSize: 512 })).toBeUndefined();
});

test("a value that can't be determined now is the requested one, or what the API returns", () => {
  const live = { status: "migrating" };
  expect(liveValue({ definition: instance, args: { booted: true } }, "booted", live)).toBe(true);
  expect(liveValue({ definition: instance, args: {} }, "booted", { ...live, booted: false })).toBe(false);
});

test("a value that the API reset to null is null, not the requested one", () => {
  expect(liveValue({ definition: instance, args: { group: "shop" } }, "group", { group: null })).toBeNull();
});

test("hidden outputs keep their names, because stored states contain them", () => {
  const args = { domainId: "12", type: "A", name: "WWW", target: "192.0.2.1", __options: { urn: "urn" } };
  const live = { id: 34, type: "A", name: "www", target: "192.0.2.1" };
  expect(finishedState(domainRecord, live, args)).toMatchObject({
    __applied: { args: ["domainId", "type", "name", "target"] },
    __spellings: { name: { sent: "WWW", answered: "www" } },
    __options: { urn: "urn" },
  });
});

test("the state returns the inputs in the form that the user wrote", () => {
  const args = { domainId: "12", type: "A", name: "WWW", target: "192.0.2.1", ttlSec: 400 };
  const live = { id: 34, type: "A", name: "www", target: "192.0.2.1", ttlSec: 300 };
  expect(argsOf(finishedState(domainRecord, live, args))).toEqual({ ...args, __options: undefined });
});
