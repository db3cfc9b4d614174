import type { Values } from "../../provider/definition/values";
import { UNKNOWN } from "../../provider/definition/values";
import { Deployment, expectSettled, placed } from "../support/deployment";
import { nativeFrontEnd } from "../support/native-front-end";
import { aZone, DEPLOYED, EMPTY, listed, MASTER, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
/** Here, `pulumi import` and the `import` option read a resource that is not in state. */
const native = useService({}, nativeFrontEnd);

const { rootPass: root_pass, ...PLAIN } = DEPLOYED;

/** What was created by hand, a program that describes it, and inputs that don't. */
const FOUND: Readonly<Record<string, Readonly<Record<"body" | "args" | "wrong", Values>>>> = {
  Instance: {
    body: { ...PLAIN, root_pass, label: "by-hand", tags: ["blue"] },
    args: { ...PLAIN, label: "by-hand" },
    wrong: { label: "other", tags: ["red"], type: "g6-standard-1", region: "eu-west" },
  },
  Domain: {
    body: { domain: "zone.example", type: "master", soa_email: "admin@zone.example" },
    args: { domain: "ZONE.example.", type: "master", soaEmail: "admin@zone.example" },
    wrong: { domain: "other.example", description: "other", soaEmail: "other@zone.example" },
  },
  DomainRecord: {
    body: { type: "A", name: "www", target: "192.0.2.1", ttl_sec: 300 },
    args: { type: "A", name: "WWW", target: "192.0.2.1", ttlSec: 400 },
    wrong: { name: "other", target: "192.0.2.2", ttlSec: 0 },
  },
};

async function found(kind: string) {
  const { body = {}, args: described = {}, wrong = {} } = FOUND[kind] ?? {};
  const { args, list } = await placed(service, kind, described);
  const own = String((await service.ask("POST", list, body)).id);
  service.clock.advance(60_000);
  service.forget();
  const id = args.domainId === undefined ? own : `${args.domainId as number}/${own}`;
  return { id, args, wrong, list, missing: id.replace(/\d+$/, "999"), deployment: new Deployment(service, kind) };
}

const DIFFERS = "its inputs in the program don't match it. Change these inputs";

describe.each(Object.keys(FOUND))("%s", (kind) => {
  let one: Awaited<ReturnType<typeof found>>;
  beforeEach(async () => {
    one = await found(kind);
  });

  test("is imported without a write, and then needs no change, with or without the import option", async () => {
    const { id, args, deployment } = one;
    expect(await deployment.up(args, { import: id })).toBe("create");
    expect(deployment.recorded().id).toBe(id);
    expect(service.messages("info")).toEqual([
      expect.stringMatching(`^Imported existing .* ${id}\\. It was not modified`),
    ]);
    await expectSettled(deployment, args, { import: id });
    await expectSettled(deployment, args);
    expect(service.writes()).toEqual([]);
  });

  test("that differs in several properties is rejected with all of them before any write", async () => {
    const { id, args, wrong, deployment } = one;
    const message = await messageOf(deployment.up({ ...args, ...wrong }, { import: id }));
    expect(message).toContain("add them to ignoreChanges: ");
    const named = Array.from(message.matchAll(/(\w+) \(actual .*?, program (.*?)\)/g), ([, ...parts]) => parts);
    const expected = Object.entries(wrong).map(([name, value]) => [name, JSON.stringify(value)]);
    expect(named.sort()).toEqual(expected.sort());
    expect(service.writes()).toEqual([]);
    expect(deployment.state).toBeUndefined();
  });

  test("is checked by preview, which rejects a missing resource and differences, as an up does", async () => {
    const { id, args, wrong, missing, deployment } = one;
    const preview = (more: Values, named = id) => deployment.previewNew({ ...args, ...more }, { import: named });
    await preview({});
    expect(await messageOf(preview(wrong))).toContain(DIFFERS);
    for (const refused of [preview({}, missing), deployment.up(args, { import: missing })]) {
      expect(await messageOf(refused)).toContain(` ${missing} does not exist, so it cannot be imported`);
    }
  });

  test("does not fail a preview because of unknown inputs", async () => {
    const { id, args, wrong, deployment } = one;
    for (const name of Object.keys(args)) {
      const preview = deployment.previewNew({ ...args, ...wrong, [name]: UNKNOWN }, { import: id });
      if (name === "domainId") expect(await messageOf(preview)).toContain(DIFFERS);
      else await preview;
    }
  });

  test("causes a warning, not a failure, if preview gets no response", async () => {
    const status = { kind: "status", status: 503 } as const;
    service.emulator.faults.add({ method: "GET", path: "/**", times: 100, effect: status });
    await one.deployment.previewNew(one.args, { import: one.id });
    expect(service.warnings().at(-1)).toContain("Could not check whether this import matches");
  });

  test("does not reveal values that the program marks as secret", async () => {
    const { id, args, wrong, deployment } = one;
    const [name = ""] = Object.keys(wrong);
    const options = { import: id, secrets: [[name]] };
    const message = await messageOf(deployment.up({ ...args, [name]: wrong[name] }, options));
    expect(message).toContain(`add them to ignoreChanges: ${name}.`);
  });

  test("keeps properties listed in ignoreChanges in later updates, with and without the import option", async () => {
    const { id, args, wrong, list, deployment } = one;
    const [name = ""] = Object.keys(wrong);
    const program = { ...args, [name]: wrong[name] };
    const before = (await listed(service, list))[0];
    await deployment.up(program, { import: id, ignoreChanges: [name] });
    expect(deployment.recorded().id).toBe(id);
    expect(service.writes()).toEqual([]);
    for (const [index, options] of [{ import: id, ignoreChanges: [name] }, { ignoreChanges: [name] }].entries()) {
      const change = kind === "Instance" ? { watchdogEnabled: index > 0 } : { ttlSec: [300, 3600][index] };
      await deployment.up({ ...program, ...change }, options);
      expect((await listed(service, list))[0]?.[name]).toEqual(before?.[name]);
    }
  });

  test("survives a forced replacement while the import option stays, and is updated and deleted like any other", async () => {
    const { id, args, list, deployment } = one;
    await deployment.up(args, { import: id });
    await deployment.forceReplace(args, { import: id });
    expect(service.writes()).toEqual([]);
    expect(await listed(service, list)).toHaveLength(1);
    const change = kind === "DomainRecord" ? { ttlSec: 3600 } : { tags: ["green"] };
    expect(await deployment.up({ ...args, ...change }, { import: id })).toBe("update");
    await deployment.destroy();
    expect(await listed(service, list)).toEqual([]);
  });
});

test.each([
  ["Instance", { region: "eu-west" }, "region"],
  ["DomainRecord", { type: "TXT", target: "text" }, "type"],
])(
  "rejects a replacement of an imported %s while the import option stays, and sends nothing",
  async (kind, change, name) => {
    const { id, args, deployment } = await found(kind);
    await deployment.up(args, { import: id });
    service.forget();
    const message = await messageOf(deployment.up({ ...args, ...change }, { import: id }));
    expect(message).toContain(`keep ${name} unchanged: the change would replace the`);
    expect(message).toContain("Remove the `import` option");
    expect(service.requests()).toEqual([]);
    expect(deployment.recorded().id).toBe(id);
  },
);

test("rejects in preview, and does not delete, an imported domain for replaceOnChanges until the import option is removed", async () => {
  const { id, args, deployment } = await found("Domain");
  await deployment.up(args, { import: id });
  const changed = { ...args, description: "changed" };
  const options = { import: id, replaceOnChanges: ["description"] };
  expect(await messageOf(deployment.preview(changed, options))).toContain(
    "keep description unchanged: the change would replace the domain",
  );
  expect(await messageOf(deployment.replaceOnChange(changed, { import: id }))).toContain("Remove the `import` option");
  expect(service.writes()).toEqual([]);
  expect(deployment.recorded().id).toBe(id);
  await deployment.replaceOnChange(changed);
  expect(await listed(service, "/domains")).toMatchObject([{ description: "changed" }]);
  expect(deployment.recorded().id).not.toBe(id);
});

test("rejects a record of another zone than the program's, and an import ID of the wrong form, and shows the form", async () => {
  const { id, args, deployment } = await found("DomainRecord");
  const domainId = await aZone(service, "other.example");
  expect(await messageOf(deployment.up({ ...args, domainId }, { import: id }))).toContain("domainId");
  expect(await messageOf(deployment.up(args, { import: "5" }))).toContain("domainId/id");
});

test.each<[string, Values]>([
  ["the image and another password, which cannot be compared,", { ...DEPLOYED, rootPass: "whatever-1" }],
  ["neither image nor password", EMPTY],
])("a program with %s imports an instance from an image, without a write then or later", async (_, args) => {
  const { id, deployment } = await found("Instance");
  const program = { ...args, label: "by-hand" };
  expect(await deployment.up(program, { import: id })).toBe("create");
  await expectSettled(deployment, program, { import: id });
  await expectSettled(deployment, program);
  expect(service.writes()).toEqual([]);
});

test("`pulumi import` rejects a public image, which no stack can manage", async () => {
  const images = new Deployment(native, "Image");
  const reading = images.process().read({ id: "compute/debian11", state: images.inputsFrom({}) });
  expect(await messageOf(reading)).toMatch(
    /^Image compute\/debian11 cannot be imported: .*, so read them with getImage\.$/,
  );
});

describe("a write-only input that is first declared after an import", () => {
  const MANAGED = { ...DEPLOYED, label: "by-hand" };
  const { rootPass: _, ...IMPORTED } = MANAGED;
  const RESET = ["shutdown", "password", "boot"];
  const sent = (): (string | undefined)[] => service.writes().map((write) => write.split("/").at(-1));

  async function anImport(): Promise<Deployment> {
    const { id, deployment } = await found("Instance");
    await deployment.up(IMPORTED, { import: id });
    return deployment;
  }

  test("is only recorded, as the preview says, and sent once it changes", async () => {
    const deployment = await anImport();
    service.said.length = 0;
    expect(await deployment.preview(MANAGED)).toBe("update");
    expect(service.messages("info")).toEqual([
      expect.stringMatching(/^rootPass: only recorded in state, .* change it/),
    ]);
    expect(await deployment.up(MANAGED)).toBe("update");
    await expectSettled(deployment, MANAGED);
    expect(sent()).toEqual([]);
    expect(await deployment.up({ ...MANAGED, rootPass: "correct-horse-2" })).toBe("update");
    expect(sent()).toEqual(RESET);
  });

  test("does not generate a label for an instance that keeps its own, although another value would replace it", async () => {
    const { id, deployment } = await found("Instance");
    const { label: __, ...unnamed } = IMPORTED;
    await deployment.up(unnamed, { import: id });
    const args = { ...unnamed, authorizedKeys: ["ssh-ed25519 AAAA"] };
    expect(await deployment.up(args)).toBe("update");
    await expectSettled(deployment, args);
    expect(sent()).toEqual([]);
    expect(await deployment.preview({ ...args, authorizedKeys: [] })).toBe("replace");
  });

  test("is sent again if its change got no response", async () => {
    const deployment = await anImport();
    await deployment.up(MANAGED);
    const changed = { ...MANAGED, rootPass: "correct-horse-2" };
    service.emulator.faults.add({ path: "/**/password", times: "always", effect: { kind: "lostResponse" } });
    await messageOf(deployment.up(changed));
    service.emulator.faults.clear();
    service.forget();
    await deployment.up(changed);
    expect(sent()).toContain("password");
    await expectSettled(deployment, changed);
  });

  test.each(["is killed", "gets a rejection"])("is not sent if the update %s right after the import", async (how) => {
    const { rootPass: root_pass, ...place } = MANAGED;
    const { id } = await native.ask("POST", "/compute/instances", { ...place, root_pass });
    native.clock.advance(60_000);
    native.forget();
    const deployment = new Deployment(native, "Instance");
    const handlers = deployment.process();
    const read = await handlers.read({ id: String(id), state: deployment.inputsFrom({}) });
    deployment.state = { id: String(id), inputs: read?.inputs ?? {}, outputs: read?.state ?? {} };
    if (how === "gets a rejection") {
      native.emulator.faults.add({ method: "PUT", path: "/**", effect: { kind: "status", status: 400 } });
      await messageOf(deployment.up({ ...MANAGED, tags: ["blue"] }, {}, handlers));
    }
    native.forget();
    expect(await deployment.up(MANAGED)).toBe("update");
    await expectSettled(deployment, MANAGED);
    expect(native.writes()).toEqual([]);
  });
});

describe("the native import option takes no other resource than the program declares", () => {
  const www = { type: "A", name: "www", target: "192.0.2.1" };
  const make = async (path: string, args: Values) => Number((await native.ask("POST", path, args)).id);
  test.each([
    ["Instance", { ...EMPTY, label: "web" }, 'has label "theirs", but the program has label "web"'],
    [
      "Domain",
      { ...MASTER, domain: "mine.example" },
      'has domain "theirs.example", but the program has domain "mine.example"',
    ],
    ["DomainRecord", www, 'has target "198.51.100.9", but the program has target "192.0.2.1"'],
    ["DomainRecordSet", { records: [www] }, "does not declare these records as they are: A www."],
  ])("%s", async (kind, declared, says) => {
    const zone = await make("/domains", {
      ...MASTER,
      domain: "theirs.example",
      soa_email: "a@b.example",
    });
    const record = await make(`/domains/${zone}/records`, { ...www, target: "198.51.100.9" });
    const web = await make("/compute/instances", { ...EMPTY, label: "theirs" });
    const ids = { Instance: web, Domain: zone, DomainRecord: `${zone}/${record}`, DomainRecordSet: `${zone}/records` };
    const args = kind.startsWith("DomainRecord") ? { domainId: zone, ...declared } : declared;
    const deployment = new Deployment(native, kind, "web");
    const handlers = deployment.process();
    const id = String(ids[kind as keyof typeof ids]);
    const read = await handlers.read({ id, state: deployment.inputsFrom({}) });
    deployment.state = { id, inputs: read?.inputs ?? {}, outputs: read?.state ?? {} };
    native.forget();
    expect(await messageOf(deployment.preview(args, {}, handlers))).toContain(says);
    expect(native.writes()).toEqual([]);
  });
});
