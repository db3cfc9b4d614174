import type { Body, Started } from "./client";
import { reasons, start } from "./client";

/** An SRV record with everything that it needs. */
export const SRV = {
  type: "SRV",
  service: "sip",
  protocol: "tcp",
  priority: 0,
  weight: 0,
  port: 5060,
  target: "sip.example.org",
};

/** A domain `example.org`, and what the tests do with its records. */
export interface Zone {
  readonly client: Started;
  readonly path: string;
  readonly create: (body: unknown) => Promise<Body>;
  readonly refusal: (body: unknown) => Promise<Record<string, string[]>>;
}

/** Starts an emulator with one domain. */
export async function zone(): Promise<Zone> {
  const client = await start();
  const { id } = await client.create("/domains", { domain: "example.org", type: "master", soa_email: "a@example.org" });
  const path = `/domains/${id}/records`;
  return {
    client,
    path,
    create: (body) => client.create(path, body),
    refusal: async (body) => reasons(await client.post(path, body)),
  };
}
