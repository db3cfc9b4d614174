import fc from "fast-check";
import { tries } from "../support/chance";
import type { Values } from "../../provider/definition/values";
import { adopted, expectTakenOver, makeAll } from "../support/adopted-account";
import { printFile } from "../../cli/adopt/printer/file";
import { aStack } from "../support/arbitrary-stacks";
import { kindsWithoutRow } from "../support/every-kind";
import { CONFIGURED, evaluated } from "../support/evaluated-program";
import { typeErrors, unformatted } from "../support/program-checks";
import { useService } from "../support/service";
import { HOUR_MS } from "../support/time";

const service = useService({ provisionMs: 1 });

describe.each([{ as: "records" }, { as: "set" }])("random accounts, with --records-as $as", ({ as }) => {
  const programs: Record<string, string> = {};
  const kinds = new Set<string>();

  test("are adopted without a write and then need no change, with and without the import options", async () => {
    await fc.assert(
      fc.asyncProperty(aStack, async (resources) => {
        service.emulator.reset();
        await makeAll(service, resources);
        service.clock.advance(HOUR_MS);
        const { program, notes, resources: count } = await adopted(service, ["--records-as", as]);
        const constructed = evaluated(program.files);
        expect(constructed).toHaveLength(count);
        // The API chooses a backup time later.
        expect(notes.lines().filter((line) => !/backups\.schedule|^Skipped every image/.test(line))).toEqual([]);
        await expectTakenOver(service, constructed);
        const text = program.files.map(printFile).join("\n");
        for (const { args } of resources) expectNothingSecret(text, args[0]);
        for (const { kind } of constructed) kinds.add(kind);
        programs[`${Object.keys(programs).length}.ts`] = text;
      }),
      { numRuns: tries(5) },
    );
  });

  test("have resources of every type", () => {
    expect(kindsWithoutRow([...kinds, ...(as === "set" ? ["DomainRecord"] : [])].map((kind) => ({ kind })))).toEqual(
      [],
    );
  });

  test("become programs that the formatter leaves unchanged", async () => {
    expect(await unformatted(programs)).toEqual([]);
  });

  test("become programs that compile with every strict setting", () => {
    expect(typeErrors(programs)).toEqual([]);
  });
});

function expectNothingSecret(text: string, { rootPass }: Values): void {
  if (typeof rootPass === "string") expect(text).not.toContain(JSON.stringify(rootPass));
  expect(text).not.toContain(CONFIGURED);
}
