import * as emulator from "../../emulator";
import { createWithLostAnswer } from "../../examples/emulator/startEmulator";

jest.mock("pulumi-compute/emulator", () => emulator, { virtual: true });

test("the example of startEmulator loses the answer, and finds what was created", async () => {
  expect(await createWithLostAnswer()).toEqual(["example.com"]);
});
