import { startEmulator } from "pulumi-compute/emulator";

/** What a program does when the answer to its create gets lost on the way. */
export async function createWithLostAnswer(): Promise<string[]> {
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

    // The connection broke, and yet the domain is there.
    const { data } = (await (await send("GET")).json()) as { data: { domain: string }[] };
    return data.map(({ domain }) => domain);
  } finally {
    await emulator.close();
  }
}
