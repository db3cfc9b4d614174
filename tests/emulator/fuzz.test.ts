import fc from "fast-check";
import type { Started } from "./support/client";
import type { Body } from "./support/fuzz/bodies";
import { BODIES } from "./support/fuzz/bodies";
import { edgeCases } from "./support/fuzz/edges";
import { withoutLookups } from "./support/fuzz/lookups";
import { knownPath } from "./support/fuzz/paths";
import { sendRequest } from "./support/fuzz/send";
import { expectAlive, inhabited, take } from "./support/fuzz/service";
import type { Request } from "./support/fuzz/steps";
import { OPERATIONS, steps } from "./support/fuzz/steps";
import { FUZZ } from "./support/fuzz/runs";

jest.setTimeout(FUZZ.timeoutMs);
withoutLookups();

const options = fc.record({
  provisionMs: fc.constantFrom(0, 10_000),
  documentedOnly: fc.boolean(),
  createAnswer: fc.constantFrom("full", "bare"),
});

/** An operation as a request, on a path to something that an inhabited service holds. */
function requestOf(operation: string): Request {
  const [method = "", template = ""] = operation.split(" ");
  return { method, path: knownPath(template) };
}

/** Bodies of an operation that the service accepts; any that make sense, when it accepts none. */
async function acceptedBodies(client: Started, request: Request, operation: string): Promise<Body[]> {
  const sensible = fc.sample(BODIES[operation] ?? fc.constant({}), { seed: 1, numRuns: 30 });
  const accepted: Body[] = [];
  for (const body of sensible) {
    const { status } = await sendRequest(client, { ...request, body: JSON.stringify(body) });
    if (status === 200) accepted.push(body);
  }
  return accepted.length > 0 ? accepted : sensible;
}

describe("whatever is sent to a service in use", () => {
  test("no answer is a 5xx or against the documents, and what was made is there", async () => {
    const sequence = fc.asyncProperty(options, steps, async (how, taken) => {
      const client = await inhabited(how);
      try {
        for (const step of taken) await take(client, step);
        await expectAlive(client);
      } finally {
        await client.emulator.close();
      }
    });
    await fc.assert(sequence, FUZZ.parameters);
  });

  describe.each([{ documentedOnly: false }, { documentedOnly: true }])("with %j", (mode) => {
    test.each(Object.keys(BODIES))("%s is answered in order with every value at its edges", async (operation) => {
      const client = await inhabited({ ...mode, provisionMs: 0 });
      const request = requestOf(operation);
      for (const body of edgeCases(await acceptedBodies(client, request, operation))) {
        expect((await sendRequest(client, { ...request, body })).status).toBeLessThan(500);
      }
      await expectAlive(client);
    });
  });

  test("a body of 10 MB is refused", async () => {
    const client = await inhabited({});
    const body = JSON.stringify({ label: "x".repeat(10_000_000) });
    for (const operation of ["POST /compute/instances", "PUT /domains/{}", "POST /domains/{}/records"]) {
      expect((await sendRequest(client, { ...requestOf(operation), body })).status).toBe(413);
    }
    await expectAlive(client);
  });

  test("a body of 100,000 brackets is an answer like any other", async () => {
    const client = await inhabited({});
    const [opened, closed] = ["[".repeat(100_000), "]".repeat(100_000)];
    for (const operation of OPERATIONS.filter((candidate) => /^(POST|PUT) /.test(candidate))) {
      for (const body of [`{"tags":${opened}${closed},"label":${opened}${closed}}`, opened]) {
        expect((await sendRequest(client, { ...requestOf(operation), body })).status).toBeLessThan(500);
      }
    }
    const data = `{"stackscript_data":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`;
    expect((await sendRequest(client, { ...requestOf("POST /compute/instances"), body: data })).status).toBe(400);
    const filter = `{"label":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
    expect((await client.get("/domains", { "X-Filter": filter })).status).toBe(400);
    await expectAlive(client);
  });

  test("a string of 200,000 repetitions is read at once", async () => {
    const client = await inhabited({});
    for (const [operation, bodies] of Object.entries(BODIES)) {
      const [body] = fc.sample(bodies, { seed: 1, numRuns: 1 });
      for (const part of ["a", "a.", "-", "1:", "a@", " ", "a-"]) {
        const text = JSON.stringify(part.repeat(200_000));
        const long = JSON.stringify(body).replace(/"[^"]*"(?!:)/, () => text);
        const before = performance.now();
        expect((await sendRequest(client, { ...requestOf(operation), body: long })).status).toBeLessThan(500);
        expect(performance.now() - before).toBeLessThan(5_000);
      }
    }
  });
});
