import fc from "fast-check";
import type { ZoneRecord } from "../../provider";
import type { Values } from "../../provider/definition/values";
import { nameRecords } from "../../provider/sdk/zone-records";
import { aSource } from "../support/action-programs";
import { answerOf } from "../support/ask";
import { tries } from "../support/chance";
import { Machine } from "../support/machine";
import { aZone, listed } from "../support/programs";
import { SHOP, shopNameserver } from "../support/origins";
import { useService } from "../support/service";
import { FailedResource, Stack } from "../support/stack";
import type { Declaration, RecordedOf } from "../support/stack";

const service = useService();

/** "A www 192.0.2.1, CNAME blog x.example": their types, names and targets; `""` stands for an empty one. */
const recordsOf = (text: string): Values[] =>
  text.split(", ").flatMap((record) => {
    const [type = "", name, target] = record.split(" ").map((word) => word.replace('""', ""));
    return type === "" ? [] : [{ type, name, target }];
  });

/** "www: A www 192.0.2.1; set: …": a resource with one record, or the set with several. */
const programOf = (domainId: number, text: string): Declaration[] =>
  text.split("; ").flatMap((part) => {
    const [name = "", records = ""] = part.split(": ");
    if (name === "set") return [{ kind: "DomainRecordSet", name, args: { domainId, records: recordsOf(records) } }];
    return recordsOf(records).map((record) => ({ kind: "DomainRecord", name, args: { domainId, ...record } }));
  });

/** A plugin isn't told of `deleteBeforeReplace`, so its warning says what holds without it. */
const FAILS =
  /^(?:Unless this update replaces .* and deletes it first \(`deleteBeforeReplace`\), )?`pulumi up` will fail: /;

/** The first resource of which a preview says that `up` fails, and why. */
async function foreseenFailure(stack: Stack, program: readonly Declaration[]) {
  service.said.length = 0;
  const failed = await stack.foresee(program, service.process()).catch((error: unknown) => error);
  const said = service.said.find(({ message }) => FAILS.test(message));
  if (said) return { name: said.urn?.split("::").at(-1), why: said.message.replace(FAILS, "") };
  return failed instanceof FailedResource ? { name: failed.declaration.name, why: failed.message } : undefined;
}

async function failureOf(stack: Stack, program: readonly Declaration[]) {
  try {
    await stack.up(program, service.process());
    return undefined;
  } catch (error) {
    if (!(error instanceof FailedResource)) throw error;
    return { name: error.declaration.name, why: error.message };
  }
}

/** The resources before the change and after it, the one that fails, what is in its way, and a way out other than to leave it out once. */
const STUCK: readonly (readonly [before: string, after: string, name: string, obstacle: string, way: string])[] = [
  ["a: A www 192.0.2.1", "b: CNAME www x.example", "b", "A www", ""],
  ["a: CNAME www x.example", "b: A www 192.0.2.1", "b", "CNAME www", ""],
  ["a: CNAME www x.example", "b: CNAME www y.example", "b", "CNAME www", ""],
  ["a: MX @ mail.example", 'b: MX @ ""', "b", "MX @", ""],
  ["a: CNAME a x; b: CNAME b y", "a: CNAME b x; b: CNAME a y", "a", "CNAME b", "a: CNAME c x; b: CNAME a y"],
  ["a: A www 192.0.2.1; b: TXT b x", "b: CNAME www x.example", "b", "A www", ""],
  ["set: CNAME www x.example", "b: CNAME www x.example", "b", "CNAME www", ""],
  ["a: A www 192.0.2.1", "set: CNAME www x.example", "set", "A www", ""],
];

test.each(STUCK)(
  "from %j to %j, preview says that %s fails and names %s, as does up",
  async (before, after, name, obstacle, way) => {
    const domainId = await aZone(service);
    const stack = new Stack(service);
    await stack.up(programOf(domainId, before), service.process());
    const program = programOf(domainId, after);
    const named = new RegExp(`domain record ${domainId}/\\d+ \\(${obstacle}\\) exists, and an? .* must be the only`);
    for (const failure of [await foreseenFailure(stack, program), await failureOf(stack, program)]) {
      expect(failure).toEqual({ name, why: expect.stringMatching(named) });
      expect(failure?.why).toContain("run `pulumi up` once without this one");
    }
    // The way out that it names.
    const without = program.filter((one) => one.name !== name);
    for (const next of [way === "" ? without : programOf(domainId, way), program]) {
      expect(await foreseenFailure(stack, next)).toBeUndefined();
      expect(await failureOf(stack, next)).toBeUndefined();
    }
  },
);

test.each([
  ["the stack, only what its owner can do", true, "set `aliases`", "delete it"],
  ["no stack, only what its finder can do", false, "If nothing manages it, delete it", "aliases"],
])("where the state can be read, preview names for a record of %s", async (_, isOwn, way, other) => {
  const [stack, domainId] = [new Stack(service), await aZone(service)];
  if (isOwn) await stack.up(programOf(domainId, "a: A www 192.0.2.1"), service.process());
  else await service.ask("POST", `/domains/${domainId}/records`, { type: "A", name: "www", target: "192.0.2.1" });
  const program = programOf(domainId, "b: CNAME www x.example");
  service.said.length = 0;
  await new Machine(service, () => stack.export()).run((process) => stack.foresee(program, process));
  const failure = service.said.find(({ message }) => FAILS.test(message))?.message;
  expect(failure).toContain(way);
  expect(failure).not.toContain(other);
});

test("preview says that a replacement with retainOnDelete fails because of the old record", async () => {
  const [stack, domainId] = [new Stack(service), await aZone(service)];
  const retained = (text: string) =>
    programOf(domainId, text).map((one) => ({ ...one, options: { retains: true } as const }));
  await stack.up(retained("a: A www 192.0.2.1"), service.process());
  expect((await foreseenFailure(stack, retained("a: CNAME www x")))?.why).toContain("(A www) exists");
});

/** What conflicts in the program alone. */
test.each([
  ["a: CNAME www x.example; b: A WWW 192.0.2.1", "CNAME www", "A CNAME record must be the only record with its name"],
  ["a: CNAME www x.example; b: CNAME www x.example", "CNAME www", "A CNAME record must be"],
  ["set: A www 192.0.2.1, A www 192.0.2.2; b: CNAME www x.example", "A www", "A CNAME record must be"],
])("of %j, preview names the resource that also declares %s", async (text, title, why) => {
  const program = programOf(await aZone(service), text);
  const foreseen = await foreseenFailure(new Stack(service), program);
  expect(foreseen?.name).toBe("b");
  expect(foreseen?.why).toMatch(new RegExp(`^DomainRecord(Set)? "(a|set)" declares ${title}\\. ${why}`));
  expect(await failureOf(new Stack(service), program)).toMatchObject({ name: "b" });
});

/** IDs of the records that a preview says are deleted or reused. */
const announced = (): unknown[] =>
  service.warnings().flatMap((one) => Array.from(one.matchAll(/\(id (\d+)\)/g), ([, id]) => id));

test.each(["cloneFrom", "importFrom"])(
  "an exclusive set keeps what %s brings until a preview lists it",
  async (origin) => {
    const remoteNameserver = (await shopNameserver()).address;
    const from = origin === "cloneFrom" ? await aSource(service) : { remoteNameserver };
    const zone = { kind: "Domain", name: "zone", args: { domain: SHOP, type: "master", [origin]: from } };
    const within = (args: Values) => (of: RecordedOf) => ({ ...args, domainId: of("zone").id });
    const set = within({ exclusive: true, only: { names: ["", "new", "www"] }, records: recordsOf("A new 192.0.2.1") });
    const single = within({ type: "TXT", name: "single", target: "x" });
    const program = [
      zone,
      { kind: "DomainRecord", name: "single", args: single },
      { kind: "DomainRecordSet", name: "set", args: set },
    ];
    const stack = new Stack(service);
    expect(await foreseenFailure(stack, program)).toBeUndefined();
    expect(service.warnings()).toEqual([
      expect.stringMatching(/cannot list what the parent with domain "shop.example" will contain/),
      expect.stringMatching(/^With `exclusive`, this set .* `pulumi up` keeps them, and the next preview lists/),
    ]);
    await stack.up(program, service.process());
    const records = `/domains/${stack.recorded()[0]?.id}/records`;
    const brought = (await listed(service, records)).slice(0, -2).map(({ id }) => String(id));
    expect(brought.length).toBeGreaterThan(0);
    expect(service.warnings().at(-1)).toContain(`no preview has listed`);
    await foreseenFailure(stack, program);
    expect(announced()).toEqual(brought);
    expect(await stack.up(program, service.process())).toEqual(["same", "same", "update"]);
    expect(await listed(service, records)).toHaveLength(2);
    expect(await stack.up(program, service.process())).toEqual(["same", "same", "same"]);
  },
);

const aRecord = fc.constantFrom(
  ...recordsOf("A a 192.0.2.1, A a 192.0.2.2, A b 192.0.2.1, CNAME a x.example, CNAME a y.example, CNAME b x.example"),
  ...recordsOf('TXT a x, TXT b y, MX @ mail.example, MX @ other.example, MX @ ""'),
);
const aName = fc.constantFrom("r0", "r1", "r2", "r3");

/** The records of a `Zone`, which rejects those that cannot coexist: then there are none. */
function ofZone(records: readonly Values[]): readonly { readonly name: string; readonly args: Values }[] {
  try {
    return nameRecords("zone", { domain: "zone.example", records: records as unknown as ZoneRecord[] });
  } catch {
    return [];
  }
}

const single = ({ name, args }: { name: string; args: Values }) => ({ kind: "DomainRecord", name, args });
/** The resources of a program, without their zone. */
const aProgram = fc.oneof(
  fc
    .uniqueArray(fc.record({ name: aName, args: aRecord }), { maxLength: 4, selector: ({ name }) => name })
    .map((records) => records.map(single)),
  fc
    .array(fc.tuple(aRecord, fc.option(aName, { nil: undefined })), { maxLength: 4 })
    .map((records) => ofZone(records.map(([record, key]) => ({ ...record, key }))).map(single)),
  fc
    .record({ records: fc.array(aRecord, { maxLength: 4 }), exclusive: fc.boolean() })
    .map((args) => [{ kind: "DomainRecordSet", name: "set", args }]),
);

/** IDs of the records in the stack's state. */
const managed = (stack: Stack): unknown[] =>
  stack.recorded().flatMap(({ id, outputs }) => [outputs.recordIds ?? id.split("/").at(-1)].flat().map(String));
/** IDs of the records that the last requests changed. */
const changed = (): unknown[] => service.writes().flatMap((one) => /(?:PUT|DELETE) .*\/(\d+)$/.exec(one)?.[1] ?? []);

/** `ZONES=1700 npm run test:explore -- tests/domains/foreseen` tries 5,100 programs. */
const ZONES = Number(process.env["ZONES"] ?? tries(60));
jest.setTimeout(600_000 + ZONES * 1_000);

test("up fails where any preview says so, and changes the unmanaged records that it lists", async () => {
  const zones = fc.record({
    others: fc.array(aRecord, { maxLength: 2 }),
    programs: fc.array(aProgram, { minLength: 3, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(zones, async ({ others, programs }) => {
      service.emulator.reset();
      const domainId = await aZone(service);
      for (const body of others) await answerOf(service.emulator, "POST", `/domains/${domainId}/records`, body);
      const stack = new Stack(service);
      for (const program of programs) {
        const placed = program.map((one) => ({ ...one, args: { ...one.args, domainId } }));
        const own = managed(stack);
        const foreseen = await foreseenFailure(stack, placed);
        const lost = announced().filter((id) => !own.includes(id));
        service.forget();
        const failure = await failureOf(stack, placed);
        const why: unknown = expect.stringMatching(/must be the only|is the same as/);
        expect(failure).toEqual(foreseen && { name: foreseen.name, why });
        if (failure) continue;
        expect(new Set(changed().filter((id) => !own.includes(id)))).toEqual(new Set(lost));
      }
    }),
    { numRuns: ZONES },
  );
});
