import type { Emulator } from "../../emulator/index";
import { eventually } from "../support/engine-cli";
import { engineStory, makeZone } from "../support/engine-fixture";
import { ensureEnded, isAlive, programOf, providerOf } from "../support/engine-processes";

/** More than are sent before the first response announces the limit. */
const RECORDS = 14;
const RECORD = "POST /domains/{id}/records";

/** Seconds after which an orphaned provider would send the queued requests. */
const RETRY_AFTER = { "Retry-After": "60" };

const program = (domainId: number): string => `
  for (let number = 0; number < ${RECORDS}; number++) {
    new compute.DomainRecord("record-" + number, { domainId: ${domainId}, type: "TXT", name: "r" + number, target: "x" });
  }
  new compute.Domain("zone", { domain: "zone.example.com", type: "master", soaEmail: "admin@zone.example.com" });
  compute.getRegions();
`;

function script(emulator: Emulator): void {
  const limit = { "X-RateLimit-Limit": "10", "X-RateLimit-Remaining": "0", ...RETRY_AFTER };
  const [limited, busy] = [
    { times: "always", effect: { kind: "headers", headers: limit } },
    { times: "always", effect: { kind: "status", status: 429, headers: RETRY_AFTER } },
  ] as const;
  emulator.faults.add({ method: "POST", path: "/domains/*/records", ...limited });
  emulator.faults.add({ method: "POST", path: "/domains", ...busy });
  emulator.faults.add({ method: "GET", path: "/regions", ...busy });
}

const writes = (emulator: Emulator): string[] =>
  emulator
    .requests()
    .log.filter(({ method }) => method !== "GET")
    .map(({ method, route }) => `${method} ${route}`)
    .sort();

/** Whether every record is sent or waits for the rate limit, and the zone and the program's data source wait for a retry. */
function isAtRest(emulator: Emulator, output: string): boolean {
  const waiting = new Set(output.match(/record-\d+(?=.*waiting for the API's rate limit)/g));
  const sent = emulator.requests().byRoute[RECORD] ?? 0;
  const isReading = (emulator.requests().byRoute["GET /regions"] ?? 0) > 0;
  return isReading && waiting.size > 0 && sent + waiting.size === RECORDS && output.includes("retrying");
}

/** That the provider also exits when it writes to a closed pipe: interrupts.package.test.ts. */
describe.each(["SIGKILL", "SIGHUP"] as const)("a CLI that %s ends while creates are queued", (signal) => {
  const story = engineStory(async (engine) => {
    const emulator = await engine.emulator();
    const { id } = await makeZone(emulator, "other.example.com");
    const project = (await engine.project(emulator)).program(program(id));
    script(emulator);
    emulator.resetRequests();
    const up = project.startUp("--parallel", "32");
    await eventually("creates that wait", () => isAtRest(emulator, up.output()), 60_000);
    const processes = [providerOf(up.pid), programOf(up.pid)];
    try {
      const before = writes(emulator);
      process.kill(up.pid, signal);
      const endedAt = performance.now();
      await up.ended;
      await eventually("the end of both processes", () => !processes.some(isAlive), 20_000);
      return { before, after: writes(emulator), seconds: (performance.now() - endedAt) / 1000 };
    } finally {
      processes.forEach(ensureEnded);
    }
  });

  test("leaves neither the process of the provider nor that of the program behind", () => {
    expect(story.seconds).toBeLessThan(2);
  });

  test("sends none of the queued requests", () => {
    expect(story.after).toEqual(story.before);
    expect(story.after.filter((write) => write === RECORD).length).toBeLessThan(RECORDS);
  });
});
