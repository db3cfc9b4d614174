import collections from "../../examples/emulator/collections.json";
import type { Values } from "../../provider/definition/values";
import { adopted } from "../support/adopted-account";
import { Deployment } from "../support/deployment";
import { evaluated } from "../support/evaluated-program";
import { exported, inShort, scanOf } from "../support/exported-stack";
import { Machine } from "../support/machine";
import { listed, messageOf } from "../support/programs";
import { useService } from "../support/service";
import { Stack } from "../support/stack";

const BUCKETS = "/object-storage/buckets";
const service = useService({ collections });

const bucket = (label: string, more: Values = {}) => ({
  collection: BUCKETS,
  body: { region: "us-east", label, ...more },
});

describe.each([
  ["a space", "a b", "a%20b"],
  ["a slash", "a/b", "a%2Fb"],
  ["a percent sign", "50%20", "50%2520"],
  ["letters of other alphabets", "é日", "%C3%A9%E6%97%A5"],
  ["what a shell reads", "it's ($x)*!", "it%27s%20%28%24x%29%2A%21"],
  ["what ends a path", "a?b#c", "a%3Fb%23c"],
  ["no letter at its beginning", "-.x@y:z", "-.x@y:z"],
])("an ID with %s", (_, name, part) => {
  const id = `${BUCKETS}/us-east/${part}`;

  test("is the object's path, and is managed as any other", async () => {
    service.emulator.faults.add({ method: "POST", path: BUCKETS, effect: { kind: "lostResponse" } });
    const deployment = new Deployment(service, "ApiObject");
    await deployment.up(bucket(name));
    expect(deployment.recorded()).toMatchObject({ id, outputs: { output: { label: name } } });
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(bucket(name, { tags: ["x"] }))).toBe("update");
    expect(await service.ask("GET", id)).toMatchObject({ tags: ["x"] });
    expect(inShort((await scanOf(service, [exported("ApiObject", deployment)])).findings)).toEqual([]);
    await deployment.destroy();
    expect(await listed(service, BUCKETS)).toEqual([]);
  });

  test("is found by drift, adopt, `.get`, an import and a message", async () => {
    await service.ask("POST", BUCKETS, bucket(name).body);
    const taken = await messageOf(new Deployment(service, "ApiObject").up(bucket(name)));
    expect(taken).toContain(`import: "${id}"`);
    const { program } = await adopted(service, ["--collection", BUCKETS]);
    expect(evaluated(program.files)).toMatchObject([{ importId: id, args: bucket(name) }]);
    const read = await service.process()("ApiObject").read({ id, state: {} });
    expect(read).toMatchObject({ id, state: { output: { label: name } } });
    const imported = new Deployment(service, "ApiObject");
    await imported.up(bucket(name), { import: id });
    await service.ask("POST", BUCKETS, bucket(`${name}2`).body);
    const { findings } = await scanOf(service, [exported("ApiObject", imported)]);
    expect(findings).toMatchObject([{ state: "unmanaged", id: `${id}2` }]);
  });

  test("is found again after a kill", async () => {
    const stack = new Stack(service);
    const machine = () => new Machine(service, () => stack.export());
    const point = { exchange: "first POST", moment: "after the commit, before the response" } as const;
    const program = [{ kind: "ApiObject", name: "web", args: bucket(name) }];
    await machine().runCounted((process) => stack.up(program, process), point);
    service.clock.advance(10_000);
    await machine().run((process) => stack.up(program, process));
    expect(stack.recorded()).toMatchObject([{ id }]);
  });
});

test.each([".", "..", ""])("an ID that no path can have is refused by a preview: %j", async (name) => {
  expect(await new Deployment(service, "ApiObject").refusals(bucket(name))).toEqual([
    expect.stringContaining("body.label: must be an ID"),
  ]);
});
