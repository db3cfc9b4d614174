import type { Emulator } from "../../emulator/index";
import { start } from "./support/client";
import { message, soa, startScripted } from "./support/scripted-name-server";
import { describeWith, findPython } from "../support/system-tool";
import { BRAND, DOCUMENTED, documentedOperations } from "./support/other-clients/operations";
import { checksIn, prepareInterpreter, runScripts, SCRIPT_NAMES } from "./support/other-clients/python";

const TOKEN = "token-of-the-client";

/** A real clock, because the client waits in real time. */
const FAST = { clock: "real", provisionMs: 50 } as const;

const ZONE = "imported.example.org";

/** The address of a name server that allows anyone to transfer its zone. */
async function startNameServer(): Promise<string> {
  const host = { type: "A", name: `www.${ZONE}`, ttl: 300, data: "192.0.2.1" } as const;
  const answers = [soa(ZONE), host, soa(ZONE)];
  return (await startScripted((socket, id) => socket.end(message(id, answers)))).address;
}

describeWith(findPython(), "linode_api4", (python) => {
  test("passes every check of every script, and reaches all documented operations except those of MongoDB, which it does not support", async () => {
    const emulators: Emulator[] = [];
    const environments: Record<string, Record<string, string>> = {};
    for (const script of SCRIPT_NAMES) {
      const { emulator } = await start({ ...FAST, brand: BRAND, token: TOKEN });
      emulators.push(emulator);
      environments[script] = {
        EMULATOR_URL: emulator.url,
        EMULATOR_TOKEN: TOKEN,
        NAME_SERVER: await startNameServer(),
      };
    }
    const checks = SCRIPT_NAMES.map(checksIn);
    expect(checks).not.toContainEqual([]);
    expect(await runScripts(await prepareInterpreter(python), environments)).toEqual(checks.flat());

    const reached = documentedOperations(emulators.flatMap((emulator) => emulator.requests().log));
    expect([reached.length, DOCUMENTED.length]).toEqual([42, 56]);
    const missed = DOCUMENTED.filter((operation) => !reached.includes(operation));
    expect(missed.filter((operation) => !operation.includes("/databases/mongodb/"))).toEqual([]);
  });
});
