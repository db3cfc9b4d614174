import { argsOf, finishedState, liveValue } from "../../../../provider/lifecycle/state/state";
import { domainRecord } from "../../../../provider/resources/domain-record";
import { instance } from "../../../../provider/resources/instance";

test("a write-only argument stays what was sent, whatever the service shows under its name", () => {
  expect(liveValue({ definition: instance, args: { rootPass: "sent-1" } }, "rootPass", { rootPass: "********" })).toBe(
    "sent-1",
  );
  expect(liveValue({ definition: instance, args: {} }, "swapSize", { swapSize: 512 })).toBeUndefined();
});

test("what cannot be told now is what was asked for, or what the service shows", () => {
  const live = { status: "migrating" };
  expect(liveValue({ definition: instance, args: { booted: true } }, "booted", live)).toBe(true);
  expect(liveValue({ definition: instance, args: {} }, "booted", { ...live, booted: false })).toBe(false);
});

test("a value that the service changed to nothing is nothing, not what was asked for", () => {
  expect(liveValue({ definition: instance, args: { group: "shop" } }, "group", { group: null })).toBeNull();
});

test("the arguments come back from the state as the user spelled them", () => {
  const args = { domainId: "12", type: "A", name: "WWW", target: "192.0.2.1", ttlSec: 400 };
  const live = { id: 34, type: "A", name: "www", target: "192.0.2.1", ttlSec: 300 };
  expect(argsOf(finishedState(domainRecord, live, args))).toEqual({ ...args, __options: undefined });
});
