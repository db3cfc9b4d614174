import collections from "../../examples/emulator/collections.json";
import { MOMENTS } from "../support/killed-process";
import { Machine } from "../support/machine";
import { listed } from "../support/programs";
import { useService } from "../support/service";
import { FailedResource, Stack } from "../support/stack";
import type { Declaration } from "../support/stack";

const service = useService({ provisionMs: 1_000, collections });

const RULES = { inbound_policy: "DROP", outbound_policy: "ACCEPT", inbound: [], outbound: [] };

/** One that is unique by its label, one that waits, and one that nothing but its whole body identifies. */
const program = (policy: string): Declaration[] =>
  [
    {
      name: "web",
      collection: "/networking/firewalls",
      body: { label: "web", rules: { ...RULES, inbound_policy: policy } },
    },
    {
      name: "data",
      collection: "/volumes",
      body: { label: "data", region: "us-east", size: policy === "DROP" ? 20 : 40 },
    },
    { name: "node", collection: "/vpcs", identifiedBy: undefined, body: { description: "plain", region: "us-east" } },
  ].map(({ name, ...args }) => ({ kind: "ApiObject", name, args }));

const LISTS = ["/networking/firewalls", "/volumes", "/vpcs"];

async function objects(): Promise<string[]> {
  const lists = await Promise.all(
    LISTS.map(async (path) => (await listed(service, path)).map(({ id }) => `${path}/${String(id)}`)),
  );
  return lists.flat();
}

const EXCHANGES = Array.from({ length: 9 }, (_, index) => index + 1);

describe.each(["the same machine", "another machine"])("an up that is killed and run again on %s", (where) => {
  test.each(MOMENTS)("leaves each object once: killed %s, at any exchange", async (moment) => {
    for (const operation of ["create", "update"] as const)
      for (const exchange of EXCHANGES) {
        service.startOver();
        const stack = new Stack(service);
        const aMachine = () => new Machine(service, () => stack.export());
        if (operation === "update") await aMachine().run((process) => stack.up(program("DROP"), process));
        const wanted = program(operation === "create" ? "DROP" : "ACCEPT");
        const first = aMachine();
        await first.runCounted((process) => stack.up(wanted, process), { exchange, moment });
        service.clock.advance(10_000);
        const again = where === "the same machine" ? first : aMachine();
        const failure = await again
          .run((process) => stack.up(wanted, process))
          .then(
            () => undefined,
            (error: unknown) => error,
          );
        const point = `${operation}, exchange ${exchange}`;
        const live = await objects();
        if (failure === undefined) {
          expect([point, live.sort()]).toEqual([
            point,
            stack
              .recorded()
              .map(({ id }) => id)
              .sort(),
          ]);
          expect(await aMachine().run((process) => stack.preview(wanted, process))).toEqual(["same", "same", "same"]);
          continue;
        }
        // What nothing decides is named, and nothing is created.
        expect(failure).toBeInstanceOf(FailedResource);
        const unrecorded = live.filter((id) => !stack.recorded().some((one) => one.id === id));
        expect([point, unrecorded.length]).toEqual([point, 1]);
        expect((failure as Error).message).toContain(unrecorded[0]);
      }
  });
});
