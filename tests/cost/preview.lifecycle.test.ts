import { UNKNOWN } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import type { ResourceOptions } from "../support/deployment";
import { MASTER } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

const NANODE = { region: "us-east", type: "g6-nanode-1", label: "web" };
const SECURED = { ...NANODE, backupsEnabled: true };
const LARGE = { ...NANODE, type: "g6-standard-2" };
const MYSQL = { region: "us-east", type: "g6-standard-1", engine: "mysql/8.0.26", allowList: ["192.0.2.1"] };
const SECRET = { secrets: [["type"]] };
const LISTS = /^\/(compute|databases)\/types/;

/** A resource of a program: what an earlier `up` recorded, if anything, and what the program declares. */
interface Declared {
  readonly kind?: string;
  readonly before?: Values;
  readonly after: Values;
  readonly options?: ResourceOptions;
}

/** Previews a program in one process; returns what its end shows, and the price lists that were read. */
async function preview(
  declared: readonly Declared[],
  { showsCost = true, isPreview = true }: { showsCost?: boolean; isPreview?: boolean } = {},
) {
  const process = service.process(showsCost ? { showsCost: true } : {});
  const resources = declared.map(({ kind = "Instance", ...rest }, index) => {
    return { ...rest, kind, deployment: new Deployment(service, kind, `r${index}`) };
  });
  for (const { deployment, before } of resources) if (before) await deployment.up(before);
  service.forget();
  service.said.length = 0;
  for (const { deployment, kind, before, after, options } of resources) {
    const all = { ...options, ...(isPreview && { isPreview: true as const }) };
    if (!isPreview && !before) await deployment.up(after, all, process(kind));
    else if (!before) await deployment.previewNew(after, all, process(kind));
    else {
      const step = await deployment.preview(after, all, process(kind));
      const isReplaced = step === "replace" || all.replaceOnChanges !== undefined;
      if (isReplaced && isPreview) await deployment.previewNew(after, options, process(kind));
    }
  }
  await process.endRun();
  const shown = service.messages().filter((message) => message.includes("onthly cost"));
  const lists = service.requests().flatMap(({ path }) => LISTS.exec(path)?.[0] ?? []);
  return { shown: shown.map((message) => message.replace(service.emulator.url, "URL")), lists };
}

const line = (rest: string): string => `Monthly cost of the declared resources at URL: ${rest}`;

test.each<[string, Declared[], string, string[]?]>([
  ["a new instance", [{ after: NANODE }], "$5.00 ($5.00 more than in state)."],
  ["backups", [{ after: SECURED }], "$7.00 ($7.00 more than in state)."],
  ["a resize", [{ before: NANODE, after: LARGE }], "$20.00 ($15.00 more than in state)."],
  [
    "backups that a replacement lacks",
    [{ before: SECURED, after: { ...NANODE, region: "eu-west" } }],
    "$5.00 ($2.00 less than in state).",
  ],
  [
    "the replacement that an option causes",
    [{ before: SECURED, after: { ...NANODE, tags: ["a"] }, options: { replaceOnChanges: ["tags"] } }],
    "$5.00 ($2.00 less than in state).",
  ],
  [
    "several resources, and none that is free",
    [
      { before: NANODE, after: LARGE },
      { after: { ...NANODE, label: "two" } },
      { kind: "MysqlDatabase", after: MYSQL },
      { kind: "Domain", after: MASTER },
    ],
    "$35.00 ($30.00 more than in state).",
    ["/compute/types", "/databases/types"],
  ],
  [
    "what is not priced",
    [
      { after: NANODE },
      { before: { ...LARGE, label: "old" }, after: { ...NANODE, label: "old" }, options: SECRET },
      { after: { ...NANODE, label: "new", type: UNKNOWN } },
      { kind: "Image", after: { label: "img", diskId: UNKNOWN } },
    ],
    '$5.00 ($5.00 more than in state). Not priced: Instance "r1", Instance "r2", Image "r3".',
  ],
])("a preview ends with the cost of %s", async (_, declared, rest, lists = ["/compute/types"]) => {
  const result = await preview(declared);
  expect(result.shown).toEqual([line(rest)]);
  expect(result.lists.sort()).toEqual(lists);
});

test.each<[string, Declared, Parameters<typeof preview>[1]]>([
  ["without the setting", { before: NANODE, after: { ...NANODE, tags: ["a"] } }, { showsCost: false }],
  ["in an update that changes nothing", { before: NANODE, after: NANODE }, { isPreview: false }],
  ["if everything is free", { kind: "Domain", after: MASTER }, {}],
])("%s, there is no line, and no price list is read", async (_, declared, options) => {
  expect(await preview([declared], options)).toEqual({ shown: [], lists: [] });
});

test("a preview that fails shows no sum: the program may not have declared everything", async () => {
  const process = service.process({ showsCost: true });
  await new Deployment(service, "Instance", "a").previewNew(NANODE, {}, process("Instance"));
  const other = new Deployment(service, "Instance", "b");
  await expect(other.previewNew({ ...NANODE, label: "x" }, {}, process("Instance"))).rejects.toThrow("label");
  expect(process.endRun()).toBeUndefined();
});

test.each<[string, number, string]>([
  ["is not offered", 404, line('$0.00 (as in state). Not priced: Instance "r0".')],
  [
    "cannot be read",
    500,
    "The monthly cost is not shown, because the prices cannot be read: GET /compute/types returned HTTP 500",
  ],
])("a preview succeeds if the list of plans %s", async (_, status, text) => {
  const changed = { before: NANODE, after: { ...NANODE, tags: ["a"] } };
  service.emulator.faults.add({
    method: "GET",
    path: "/compute/types",
    times: "always",
    effect: { kind: "status", status },
  });
  const { shown } = await preview([changed]);
  expect(shown).toEqual([expect.stringContaining(text)]);
  service.emulator.faults.clear();
});

test("a list of plans that takes too long is not waited for", async () => {
  const signal = AbortSignal.abort();
  const timeout = jest
    .spyOn(AbortSignal, "timeout")
    .mockImplementation((ms) => (ms === 3_000 ? signal : new AbortController().signal));
  const { shown } = await preview([{ before: NANODE, after: { ...NANODE, tags: ["a"] } }]);
  expect(shown).toEqual([expect.stringContaining("GET /compute/types got no response in time.")]);
  timeout.mockRestore();
});
