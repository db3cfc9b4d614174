import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import collections from "../../examples/emulator/collections.json";
import { call, pluginFor } from "../support/native-front-end";
import { messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService({ provisionMs: 0, collections });
const slow = useService({ provisionMs: 600_000 });

type Inputs = Record<string, JavaScriptValue>;

const INSTANCE = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "a long password" };

/** The calls of `pulumi do … --stateless` for a type, made by one process, whose provider has no name. */
function command(kind: string, { of = service, createSec = 0 } = {}) {
  const host = pluginFor(of, {}, "");
  const urn = `urn:pulumi:dev::default::compute:index:${kind}::${kind}`;
  const read = async (id: string) => {
    const request = new messages.ReadRequest();
    request.setUrn(urn);
    request.setId(id);
    for (const set of ["setProperties", "setInputs"] as const) request[set](new Struct());
    return call<messages.ReadResponse>(host.read, request);
  };
  const check = async (olds: Struct | undefined, news: Struct) => {
    const request = new messages.CheckRequest();
    request.setUrn(urn);
    request.setOlds(olds ?? new Struct());
    request.setNews(news);
    const response = await call<messages.CheckResponse>(host.check, request);
    expect(response.getFailuresList().map((failure) => failure.getReason())).toEqual([]);
    return response.getInputs();
  };
  const change = async (id: string, changed: (had: Inputs) => Inputs): Promise<void> => {
    const found = await read(id);
    const news = Struct.fromJavaScript(changed(found.getInputs()?.toJavaScript() ?? {}));
    const inputs = await check(found.getInputs(), news);
    for (const [message, method] of [
      [new messages.DiffRequest(), host.diff],
      [new messages.UpdateRequest(), host.update],
    ] as const) {
      message.setUrn(urn);
      message.setId(id);
      message.setOlds(found.getProperties());
      message.setNews(inputs);
      await call(method, message);
    }
  };
  return {
    read,
    async create(inputs: Inputs): Promise<string> {
      const request = new messages.CreateRequest();
      request.setUrn(urn);
      request.setProperties(await check(undefined, Struct.fromJavaScript(inputs)));
      request.setTimeout(createSec);
      return (await call<messages.CreateResponse>(host.create, request)).getId();
    },
    patch: (id: string, changes: Inputs): Promise<void> => change(id, (had) => ({ ...had, ...changes })),
    upsert: (id: string, inputs: Inputs): Promise<void> => change(id, () => inputs),
    async delete(id: string): Promise<void> {
      const request = new messages.DeleteRequest();
      request.setUrn(urn);
      request.setId(id);
      request.setProperties((await read(id)).getProperties());
      await call(host.delete, request);
    },
  };
}

/** The writes that a command sends. */
async function writesOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  service.forget();
  await work();
  return service.writes();
}

test("a patch sends what it names, write-only inputs too, without the inputs that the API doesn't show", async () => {
  const id = await command("Instance").create({ ...INSTANCE, label: "web" });
  const path = `/compute/instances/${id}`;
  expect(await writesOf(() => command("Instance").patch(id, { label: "other" }))).toEqual([`PUT ${path}`]);
  expect(await writesOf(() => command("Instance").patch(id, { rootPass: "another password" }))).toContain(
    `POST ${path}/password`,
  );
});

test("an upsert of what exists keeps the label that it omits", async () => {
  const { label, rootPass, ...shown } = { ...INSTANCE, label: "web" };
  const id = await command("Instance").create({ ...shown, label, rootPass });
  expect(await writesOf(() => command("Instance").upsert(id, shown))).toEqual([]);
});

test("the error of a create that may have been carried out says what continues the search, and nothing of a state", async () => {
  service.emulator.faults.add({ method: "POST", path: "/domains", effect: { kind: "lostResponse" } });
  service.emulator.faults.add({ path: "/domains", nth: 3, times: "always", effect: { kind: "status", status: 500 } });
  const zone = { domain: "a.example", type: "master", soaEmail: "a@example.com" };
  const message = await messageOf(command("Domain").create(zone));
  expect(message).toContain("It is unknown whether this domain was created");
  expect(message).toContain("the same command on the same machine continues the search");
  expect(message).not.toMatch(/pulumi up|in the state/);
});

test("the error of a create that takes too long says how to resume it, and nothing of a state", async () => {
  const message = await messageOf(
    command("Instance", { of: slow, createSec: 60 }).create({ ...INSTANCE, label: "web" }),
  );
  expect(message).toMatch(
    /Instance \d+ is still "provisioning" after 60 seconds\. .*run the same command again to resume/i,
  );
  expect(message).not.toMatch(/pulumi up|in state/);
});

test("what was read has no hidden inputs, which a patch would show", async () => {
  const id = await command("Instance").create({ ...INSTANCE, label: "web" });
  const names = Object.keys((await command("Instance").read(id)).getInputs()?.toJavaScript() ?? {});
  expect(names.sort()).toEqual(["image", "label", "region", "type"]);
});

test.each([{ region: "eu-west" }, { image: "compute/debian10" }])("a patch to %j is refused", async (changes) => {
  const id = await command("Instance").create({ ...INSTANCE, label: "web" });
  const [name] = Object.keys(changes);
  service.forget();
  const message = await messageOf(command("Instance").patch(id, changes));
  expect(message).toContain(`a change of ${name} replaces the instance`);
  expect(service.writes()).toEqual([]);
});

test("what replaces an object of any collection is named by its path", async () => {
  const body = { region: "us-east", label: "web" };
  const id = await command("ApiObject").create({ collection: "/object-storage/buckets", body });
  const message = await messageOf(command("ApiObject").patch(id, { body: { ...body, label: "front", tags: ["a"] } }));
  expect(message).toContain("a change of body.label replaces the API object");
});

test("what does not exist is an empty response, so that an upsert creates it", async () => {
  for (const [kind, id] of [
    ["Domain", "999"],
    ["DomainRecordSet", "999/records"],
    ["ApiObject", "/domains/999"],
  ] as const)
    expect([kind, (await command(kind).read(id)).getId()]).toEqual([kind, ""]);
});

test("the records of a zone are neither changed nor deleted as a set", async () => {
  const zone = await command("Domain").create({ domain: "a.example", type: "master", soaEmail: "a@example.com" });
  await command("DomainRecord").create({ domainId: Number(zone), type: "A", name: "www", target: "192.0.2.1" });
  const set = `${zone}/records`;
  for (const work of [
    () => command("DomainRecordSet").delete(set),
    () => command("DomainRecordSet").patch(set, { records: [] }),
  ])
    expect(await messageOf(work())).toContain("only a state shows which records belong to a set");
});
