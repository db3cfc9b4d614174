import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { tries } from "../support/chance";
import { deployed } from "../support/deployment";
import type { Deployment } from "../support/deployment";
import { field, hidden, KINDS, pairsOf, snake } from "../support/live-changes";
import type { Pair } from "../support/live-changes";
import { useService } from "../support/service";
import { isWhole } from "../support/whole-suite";

/**
 * Random changes by somebody else, and by the program: what an update sends is what the preview of the same change shows, although it read
 * nothing. The oracle is the table of inputs, and the emulator's log.
 */
const service = useService({ provisionMs: 1_000 });

/** `PAIRS=10000 npm run test:explore -- tests/drift/announced` tries more. */
const PAIRS = Number(process.env["PAIRS"] ?? (isWhole ? 2_000 : tries(60)));

const asText = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);

/** Whether a value has what is declared; members of an object that are not declared do not count. */
function has(value: unknown, wanted: unknown, named = (name: string) => name): boolean {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) return asText(value) === asText(wanted);
  return Object.entries(wanted).every(([name, member]) => (value as Values | undefined)?.[named(name)] === member);
}

/** Writes below the resource, with the fields of a PUT to itself. */
function writesTo(path: string): { request: string; fields: string[] }[] {
  return service
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path: to, requestBody = {} }) => ({
      request: `${method} ${to.replace(path, "").replace(/\d+$/, "N")}`,
      fields: to === path ? Object.keys(requestBody as Values) : [],
    }));
}

const rebuilds = (warnings: readonly string[]): boolean => warnings.some((one) => one.includes("disks are erased"));

/** Brings the resource to these inputs, without the stack's knowledge. */
async function changeOutside(deployment: Deployment, args: Values): Promise<void> {
  await deployment
    .copy()
    .up(args)
    .catch(() => undefined);
  service.clock.advance(3_600_000);
}

describe.each(KINDS)("$title", ({ kind, fixed, inputs }) => {
  const declared = (args: Values): Values =>
    Object.fromEntries(Object.entries({ ...fixed, ...args }).filter(([, value]) => value !== undefined));

  async function check({ before, theirs, after }: Pair): Promise<void> {
    service.startOver();
    const { deployment, path, args: first } = await deployed(service, kind, declared(before));
    const place = { ...first, ...Object.fromEntries(Object.keys(inputs).map((name) => [name, undefined])) };
    const program = declared({ ...place, ...after });
    await changeOutside(deployment, declared({ ...place, ...before, ...theirs }));
    const was = await service.ask("GET", path);
    service.said.length = 0;
    const step = await deployment.preview(program, { isPreview: true }).catch(() => "rejected" as const);
    const announcesLoss = rebuilds(service.warnings());
    service.forget();
    service.said.length = 0;
    const outcome = await deployment.up(program).catch(() => "rejected" as const);
    const [writes, warnings] = [writesTo(path), service.warnings()];
    const is = await service.ask("GET", path);

    const effective = (values: Values, name: string): unknown => values[name] ?? inputs[name]?.byDefault;
    const changes = Object.keys(inputs).filter((name) => !has(effective(before, name), effective(after, name)));
    if (changes.length === 0) expect(step).toBe("same");
    const allowed = changes.flatMap((name) => inputs[name]?.posts ?? [`PUT ${snake(name)}`]);
    const sent = writes.flatMap(({ request, fields }) =>
      request === "PUT " ? fields.map((name) => `PUT ${name}`) : [request],
    );
    expect(allowed).toEqual(expect.arrayContaining(sent));
    const loses = step === "update" && sent.includes("POST /rebuild");
    // An update may fail before its last request.
    if (outcome !== "rejected" || loses) expect(announcesLoss).toBe(loses);
    if (outcome === "rejected") return;
    expect(outcome).toBe(step);

    const left: string[] = [];
    for (const [name, { shown = field(name) }] of Object.entries(inputs)) {
      // Without an update, the state still has the input that the program no longer declares.
      const isStillInState = step === "same" && before[name] !== undefined && !changes.includes(name);
      const wanted = isStillInState ? effective(after, name) : after[name];
      if (shown === hidden || wanted === undefined) continue;
      const [then, now] = [shown(was), shown(is)];
      const isDeployed = name === "booted" && sent.includes("POST /rebuild");
      if (changes.includes(name) || isDeployed)
        expect({ name, has: has(now, wanted, snake) }).toEqual({ name, has: true });
      else expect({ name, now }).toEqual({ name, now: then });
      if (!has(now, wanted, snake)) left.push(name);
    }
    const named = warnings.flatMap(
      (one) => /not undone by this update: (.*?)\./.exec(one)?.[1]?.split(/, | and /) ?? [],
    );
    if (step === "update") expect(named.sort()).toEqual(left.sort());
    expect(await deployment.preview(program, { isPreview: true })).toBe("same");
    expect(await deployment.refresh()).toBe(left.length > 0 ? "drift" : "same");
  }

  test("an update sends what its preview shows, names what it leaves, and announces each loss", async () => {
    await fc.assert(fc.asyncProperty(pairsOf({ kind, title: "", fixed, inputs }), check), {
      numRuns: Math.ceil(PAIRS / KINDS.length),
    });
  });
});
