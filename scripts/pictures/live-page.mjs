import { callService } from "../quickstart-emulator.mjs";
import { STACK } from "../quickstart-phases.mjs";

/**
 * The quickstart's stack, made although the service lost an answer; a fault that still waits; and a machine that somebody is
 * creating just now.
 */
export async function lifeOnThePage(pulumi) {
  const { emulator } = pulumi;
  await script(emulator, { method: "POST", path: "/domains/*/records", nth: 2, effect: { kind: "lostResponse" } });
  await pulumi.quietly(["stack", "init", STACK]);
  await pulumi.quietly(["up", "--yes", "--stack", STACK]);
  await pulumi.quietly(["refresh", "--yes", "--stack", STACK]);
  await script(emulator, { method: "GET", path: "/domains", effect: { kind: "status", status: 503 } });
  await callService(emulator, "POST", "/compute/instances", { region: "eu-west", type: "g6-nanode-1", ...IMAGE });
}

const IMAGE = { label: "batch", image: "compute/debian11", root_pass: "a password for the emulator" };

async function script(emulator, fault) {
  const headers = { "content-type": "application/json" };
  const url = new URL("/_emulator/faults", emulator.url);
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(fault) });
  if (!answer.ok) throw new Error(`The emulator returned HTTP ${answer.status} for a fault: ${await answer.text()}`);
}
