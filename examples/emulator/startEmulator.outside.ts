// Out-of-band changes
import { startEmulator } from "pulumi-compute/emulator";

/** Changes an instance and deletes a domain out of band, an hour after they were created, and returns what the API shows then. */
export async function changesFromOutside(): Promise<string[]> {
  const emulator = await startEmulator({ clock: "stepped" });
  try {
    const headers = { Authorization: `Bearer ${emulator.token}`, "Content-Type": "application/json" };
    const send = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${emulator.url}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as { id: number; status: string; errors?: { reason: string }[] };
    };
    const domain = await send("POST", "/domains", {
      domain: "example.com",
      type: "master",
      soa_email: "a@example.com",
    });
    const web = await send("POST", "/compute/instances", { region: "us-east", type: "g6-nanode-1" });
    emulator.clock.advance(3_600_000);

    emulator.poke("instance", web.id, { status: "stopped", tags: ["maintenance"] });
    emulator.remove("domain", domain.id);

    const after = await send("GET", `/compute/instances/${web.id}`);
    const gone = await send("GET", `/domains/${domain.id}`);
    return [after.status, ...(gone.errors ?? []).map(({ reason }) => reason)];
  } finally {
    await emulator.close();
  }
}
