import type { RequestLogEntry } from "../../emulator/index";
import { start } from "./support/client";
import { message, soa, startScripted } from "./support/scripted-name-server";
import { describeWith, findPython } from "../support/system-tool";
import { BRAND, DOCUMENTED, documentedOperations } from "./support/other-clients/operations";
import { checksIn, prepareInterpreter, runScript, SCRIPT_NAMES } from "./support/other-clients/python";

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
  const requests: RequestLogEntry[] = [];
  let interpreter = "";

  beforeAll(async () => {
    interpreter = await prepareInterpreter(python);
  }, 300_000);

  test.each(SCRIPT_NAMES)(
    "passes every check of %s.py",
    async (script) => {
      const { emulator } = await start({ ...FAST, brand: BRAND, token: TOKEN });
      const address = { EMULATOR_URL: emulator.url, EMULATOR_TOKEN: TOKEN, NAME_SERVER: await startNameServer() };
      const passed = await runScript(interpreter, script, address).finally(() => {
        requests.push(...emulator.requests().log);
      });
      expect(passed).toEqual(checksIn(script));
      expect(passed).not.toEqual([]);
    },
    120_000,
  );

  test("reaches 42 of the 56 documented operations: all except those of MongoDB, which it does not support", () => {
    const reached = documentedOperations(requests);
    expect([reached.length, DOCUMENTED.length]).toEqual([42, 56]);
    const missed = DOCUMENTED.filter((operation) => !reached.includes(operation));
    expect(missed.filter((operation) => !operation.includes("/databases/mongodb/"))).toEqual([]);
  });
});
