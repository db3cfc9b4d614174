import type { EmulatorOptions, TokenSpec } from "../../../emulator/index";
import type { Client, Started } from "./client";
import { asUser, PROVISION_MS, start } from "./client";

/** The client of an emulator that is new in each test. */
export let client: Started;

beforeEach(async () => {
  await restart();
});

/** Another emulator, with these options, for the rest of the test. */
export async function restart(options: EmulatorOptions = {}): Promise<void> {
  client = await start(options);
}

/** Another emulator, with a second user, who is the returned client. */
export async function withUser(user: Partial<TokenSpec>, options: EmulatorOptions = {}): Promise<Client> {
  await restart({ ...options, tokens: ["admin", { token: "guest", username: "guest", ...user }] });
  return asUser(client, "guest");
}

/** Advances the clock until every job of an instance has ended. */
export const settle = () => client.emulator.clock.advance(PROVISION_MS);
