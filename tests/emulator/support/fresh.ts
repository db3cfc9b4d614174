import type { EmulatorOptions } from "../../../emulator/index";
import type { Started } from "./client";
import { PROVISION_MS, start } from "./client";

/** The client of an emulator that is new in each test. */
export let client: Started;

beforeEach(async () => {
  await restart();
});

/** Another emulator, with these options, for the rest of the test. */
export async function restart(options: EmulatorOptions = {}): Promise<void> {
  client = await start(options);
}

/** Advances the clock until every job of an instance has ended. */
export const settle = () => client.emulator.clock.advance(PROVISION_MS);
