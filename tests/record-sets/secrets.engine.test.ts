import { expectExit } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { filesContaining } from "../support/files-below";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { all, domains } from "../support/engine-service";

const FIRST = "verification-first-5d2a71f3";
const SECOND = "verification-second-c6e408be";

/** The target of the third record, as APIs quote a request, with characters that a terminal or the engine would interpret. */
const QUOTED = Buffer.from(`${FIRST}-other`).toString("base64");
const REFUSAL = `no: ${FIRST}-other, ${QUOTED} \u001b[2J\u0007 <{%odd%}>`;

const programWith = (secret: string): string => `
  const zone = new compute.Domain("zone", { domain: "zone.example.com", type: "master", soaEmail: "admin@example.com" });
  const set = new compute.DomainRecordSet("records", {
    domainId: zone.id,
    records: [
      { type: "A", name: "www", target: "192.0.2.1" },
      { type: "TXT", name: "Key.zone.example.com", target: pulumi.secret(${JSON.stringify(secret)}), ttlSec: 400 },
      { type: "TXT", name: "other", target: pulumi.secret(${JSON.stringify(`${secret}-other`)}) },
    ],
  });
  exports.records = set.records;
`;

describe("a record set with a secret target", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof life>>;

  async function life() {
    const emulator = await engine.emulator();
    const project = (await engine.project(emulator)).program(programWith(FIRST));
    const runs: Ended[] = [];
    const run = async (args: readonly string[], code: number): Promise<void> => {
      const ended = await project.run([...args, "--stack", STACK]);
      expectExit(ended, code);
      runs.push(ended);
    };
    const up = ["up", "--yes", "--diff"];
    const lose = { method: "POST", path: "/domains/*/records", nth: 3 } as const;
    emulator.faults.add({ ...lose, effect: { kind: "status", status: 400, body: { errors: [{ reason: REFUSAL }] } } });
    await run([...up, "--skip-preview"], 1);
    await run(up, 0);
    project.program(programWith(SECOND));
    await run([...up, "--refresh"], 0);
    const [zone] = await domains(emulator);
    const records = await all(emulator, `/domains/${String(zone?.id)}/records`);
    const decrypted = await project.must(["stack", "export", "--show-secrets", "--stack", STACK]);
    return { project, records, output: runs.map(({ output }) => output).join("\n"), decrypted: decrypted.stdout };
  }

  beforeAll(async () => {
    story = await life();
  }, STORY_MS);

  test("sends the target and keeps it in the state", () => {
    expect(story.records.map(({ target }) => target)).toContain(SECOND);
    expect(story.decrypted).toContain(SECOND);
  });

  test("prints the API's message without the target, and with control characters escaped", () => {
    expect(story.output).toContain(String.raw`no: [secret], [secret] \u001b[2J\u0007 <\u007b%odd%}>`);
  });

  test.each([FIRST, SECOND, QUOTED])("never prints it, not even after a create that failed halfway (%s)", (secret) => {
    expect(story.output).not.toContain(secret);
  });

  test.each([FIRST, SECOND])("stores it in no file of the backend in plain text (%s)", (secret) => {
    expect(filesContaining(story.project.backend, secret)).toEqual([]);
  });
});
