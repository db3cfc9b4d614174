import { startEmulator } from "pulumi-compute/emulator";

/** Lists the domains after a create without a response, to find out whether it succeeded. */
export async function createWithLostResponse(): Promise<string[]> {
  const emulator = await startEmulator({ clock: "stepped" });
  try {
    emulator.faults.add({ method: "POST", path: "/domains", effect: { kind: "lostResponse" } });
    const send = (method: string, body?: object) =>
      fetch(`${emulator.url}/domains`, {
        method,
        headers: { Authorization: `Bearer ${emulator.token}`, "Content-Type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });

    await send("POST", { domain: "example.com", type: "master", soa_email: "admin@example.com" }).catch(
      () => undefined,
    );

    // There was no response, but the domain exists.
    const { data } = (await (await send("GET")).json()) as { data: { domain: string }[] };
    return data.map(({ domain }) => domain);
  } finally {
    await emulator.close();
  }
}
