import * as emulator from "../../emulator";
import { createWithLostResponse } from "../../examples/emulator/startEmulator";
import { changesFromOutside } from "../../examples/emulator/startEmulator.outside";

jest.mock("pulumi-compute/emulator", () => emulator, { virtual: true });

test("the example of startEmulator drops the response, and finds what was created", async () => {
  expect(await createWithLostResponse()).toEqual(["example.com"]);
});

test("the example of out-of-band changes detects them", async () => {
  expect(await changesFromOutside()).toEqual(["stopped", "Not found"]);
});
