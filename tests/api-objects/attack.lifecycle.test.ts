import * as messages from "@pulumi/pulumi/proto/provider_pb";
import collections from "../../examples/emulator/collections.json";
import { UNKNOWN } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { Machine } from "../support/machine";
import { createFrontEnd } from "../support/front-end";
import { call, pluginFor } from "../support/native-front-end";
import { listed, messageOf } from "../support/programs";
import { rewritten } from "../support/rewritten-service";
import type { Rewrite } from "../support/rewritten-service";
import { useService } from "../support/service";
import { Stack } from "../support/stack";

const THINGS = "/things";
const JOBS = "/jobs";
const declared = {
  ...collections,
  [THINGS]: { defaults: { tags: [] } },
  [JOBS]: { status: ["creating", "active"] },
};

describe("with the default brand", () => {
  const service = useService({ provisionMs: 1_000, collections: declared });
  const thing = (body: Values, how: Values = {}) => ({ collection: THINGS, body, ...how });

  /** What a service makes of a body that nothing but its whole identifies. */
  const REWRITTEN: readonly (readonly [string, Values, Rewrite])[] = [
    ["in lower case", { name: "Web" }, (shown) => ({ ...shown, name: "web" })],
    ["as a number", { size: "20" }, (shown) => ({ ...shown, size: 20 })],
    ["in another order", { tags: ["b", "a"] }, (shown) => ({ ...shown, tags: ["a", "b"] })],
    ["without a member", { rule: { port: 1, key: "k" } }, (shown) => ({ ...shown, rule: { port: 1 } })],
  ];

  describe.each(REWRITTEN)("an object that the service shows %s", (_, body, rewrite) => {
    test("differs in nothing, before and after a refresh", async () => {
      const shown = await rewritten(service, THINGS, rewrite);
      const deployment = new Deployment(shown.service, "ApiObject");
      await deployment.up(thing(body));
      expect(await deployment.up(thing(body))).toBe("same");
      expect(await deployment.refresh()).toBe("same");
      expect(await deployment.up(thing(body))).toBe("same");
      shown.close();
    });

    test("is named, and not created again, after a lost response and after a kill", async () => {
      const shown = await rewritten(service, THINGS, rewrite);
      service.emulator.faults.add({ method: "POST", path: THINGS, effect: { kind: "lostResponse" } });
      const says = await messageOf(new Deployment(shown.service, "ApiObject").up(thing(body)));
      const [lost, ...more] = await listed(service, THINGS);
      expect(more).toEqual([]);
      expect(says).toContain(`import: "${THINGS}/${String(lost?.id)}"`);

      service.startOver();
      const stack = new Stack(shown.service);
      const machine = () => new Machine(shown.service, () => stack.export());
      const program = [{ kind: "ApiObject", name: "web", args: thing(body) }];
      const point = { exchange: "first POST", moment: "after the commit, before the response" } as const;
      await machine().runCounted((process) => stack.up(program, process), point);
      service.clock.advance(10_000);
      const error = await messageOf(machine().run((process) => stack.up(program, process)));
      const [killed, ...others] = await listed(service, THINGS);
      expect(others).toEqual([]);
      expect(error).toContain(`recover --apply --accept ${THINGS}/${String(killed?.id)}`);
      shown.close();
    });
  });

  test("the result that a response has named is adopted in whatever form the service shows it", async () => {
    const shown = await rewritten(service, JOBS, (live) => ({ ...live, name: "web" }));
    const program = [
      {
        kind: "ApiObject",
        name: "web",
        args: { collection: JOBS, body: { name: "Web" }, ready: { values: ["active"] } },
      },
    ];
    const stack = new Stack(shown.service);
    const machine = new Machine(shown.service, () => stack.export());
    const point = { exchange: 3, moment: "before the request is sent" } as const;
    await machine.runCounted((process) => stack.up(program, process), point);
    const [made] = await listed(service, JOBS);
    await machine.run((process) => stack.up(program, process));
    expect(stack.recorded()).toMatchObject([{ id: `${JOBS}/${String(made?.id)}` }]);
    expect(await listed(service, JOBS)).toHaveLength(1);
    shown.close();
  });

  test("what the service adds to some items of a list, and nulls, don't hide the result of a killed create", async () => {
    const body = { note: { text: "n", by: null }, ports: [{ port: 2 }, { port: 1, label: "one" }] };
    const shown = await rewritten(service, THINGS, (live) => ({
      ...live,
      ports: [
        { port: 1, label: "one" },
        { port: 2, label: "" },
      ],
    }));
    const stack = new Stack(shown.service);
    const machine = () => new Machine(shown.service, () => stack.export());
    const program = [{ kind: "ApiObject", name: "web", args: thing(body, { unordered: ["ports"] }) }];
    const point = { exchange: "first POST", moment: "after the commit, before the response" } as const;
    await machine().runCounted((process) => stack.up(program, process), point);
    service.clock.advance(10_000);
    await machine().run((process) => stack.up(program, process));
    const live = await listed(service, THINGS);
    expect(stack.recorded().map(({ id }) => id)).toEqual(live.map(({ id }) => `${THINGS}/${String(id)}`));
    shown.close();
  });

  test("an update that the API accepts and ignores is told, with what to declare", async () => {
    const deployment = new Deployment(service, "ApiObject");
    const volume = (size: number) => ({ collection: "/volumes", body: { label: "data", size }, updatePath: {} });
    await deployment.up(volume(20));
    expect(await deployment.up(volume(40))).toBe("update");
    expect(service.warnings()).toEqual([
      expect.stringMatching(/^body.size: the API accepted the update, but .*`updatePath`/),
    ]);
  });

  test("what `pulumi import` records is what the program then declares", async () => {
    const body = { label: "web", rules: { inbound_policy: "DROP" } };
    const { id } = await service.ask("POST", "/networking/firewalls", body);
    const deployment = new Deployment(service, "ApiObject");
    service.forget();
    deployment.state = await importedByPlugin(`/networking/firewalls/${String(id)}`);
    expect(service.requests().map(({ path }) => path)).toEqual([`/networking/firewalls/${String(id)}`]);
    expect(deployment.recorded().inputs).toMatchObject({ collection: "/networking/firewalls", body });
    service.forget();
    expect(await deployment.up({ collection: "/networking/firewalls", body })).toBe("same");
    expect(await deployment.up({ collection: "/networking/firewalls", body: { ...body, label: "front" } })).toBe(
      "update",
    );
    expect([service.writes(), service.warnings()]).toEqual([[`PUT /networking/firewalls/${String(id)}`], []]);
  });

  test("a refresh shows what somebody changed, and nothing of its own", async () => {
    const deployment = new Deployment(service, "ApiObject");
    await deployment.up(thing({ name: "web" }, { secretOutputs: ["key"] }));
    const { inputs } = deployment.recorded();
    await service.ask("PUT", deployment.recorded().id, { name: "front" });
    await deployment.refresh();
    expect(deployment.recorded().inputs).toEqual({ ...inputs, body: { name: "front" } });
  });

  test("a new name that the object itself has by now is not taken", async () => {
    const deployment = new Deployment(service, "ApiObject");
    const vpc = (label: string) => ({ collection: "/vpcs", body: { label, region: "us-east" } });
    await deployment.up(vpc("one"));
    await service.ask("PUT", deployment.recorded().id, { label: "two" });
    expect(await deployment.preview(vpc("two"), { isPreview: true })).toBe("update");
    expect(service.warnings()).toEqual([]);
  });

  /** What the engine records of an object that `pulumi import` has the native plugin read. */
  async function importedByPlugin(id: string) {
    const host = pluginFor(service);
    const request = new messages.ReadRequest();
    request.setUrn("urn:pulumi:dev::shop::compute:index:ApiObject::web");
    request.setId(id);
    const response = await call<messages.ReadResponse>(host.read, request);
    const [inputs, outputs] = [response.getInputs(), response.getProperties()].map((one) => one?.toJavaScript() ?? {});
    return { id, inputs: inputs ?? {}, outputs: outputs ?? {} };
  }

  // The journal's search covers only collections whose paths differ in IDs. Pulumi warns of the pending operation, and `recover` names the result.
  test("what a killed create left in another sort of collection is named once the program has moved", async () => {
    const stack = new Stack(service);
    const machine = new Machine(service, () => stack.export());
    const point = { exchange: "first POST", moment: "after the commit, before the response" } as const;
    const programOf = (collection: string) => [
      { kind: "ApiObject", name: "web", args: { collection, body: { label: "web" } } },
    ];
    await machine.runCounted((process) => stack.up(programOf(THINGS), process), point);
    const [left] = await listed(service, THINGS);
    await machine.run((process) => stack.up(programOf("/vpcs"), process));
    expect(service.warnings().join()).toContain(`${THINGS}/${String(left?.id)}`);
  });

  test.each([
    ["identifiedBy", UNKNOWN],
    ["replaceOn", [UNKNOWN]],
    ["ready", { values: UNKNOWN }],
    ["unordered", UNKNOWN],
    ["updatePath", { name: UNKNOWN }],
  ])("a preview announces an update whose %s is not known yet", async (name, value) => {
    const deployment = new Deployment(service, "ApiObject");
    await deployment.previewNew(thing({ name: "web" }, { [name]: value }));
    await deployment.up(thing({ name: "web" }));
    const planned = await deployment.difference(thing({ name: "web" }, { [name]: value }));
    expect(planned).toMatchObject({ hasChanges: true, replaces: [] });
  });

  test("a preview warns about a unique value that another object has", async () => {
    const body = { label: "web", rules: {} };
    const { id } = await service.ask("POST", "/networking/firewalls", body);
    await new Deployment(service, "ApiObject").previewNew({ collection: "/networking/firewalls", body });
    expect(service.warnings()).toEqual([expect.stringContaining(`import: "/networking/firewalls/${String(id)}"`)]);
  });

  test("a preview rejects what cannot work, all at once", async () => {
    const wrong = thing({ a: 1 }, { identifiedBy: "a.b", replaceOn: ["a.b"], ready: {} });
    expect(await new Deployment(service, "ApiObject").refusals({ ...wrong, collection: "/vpcs/12" })).toEqual([
      expect.stringContaining("collection: must be the path of a collection"),
      expect.stringContaining("identifiedBy: must be the name of a field of body"),
      expect.stringContaining("replaceOn[0]: must be the name of a field of body"),
      "ready.values: must have at least one value",
    ]);
  });

  test.each([
    ["ApiObject", { collection: "/plain", body: {}, constructor: 1 }, "constructor"],
    ["ApiObject", { collection: "/plain", body: {}, ready: { values: ["a"], constructor: 1 } }, "ready.constructor"],
    ["Instance", { region: "us-east", type: "g6-nanode-1", alerts: { constructor: 1 } }, "alerts.constructor"],
    ["Domain", { domain: "example.com", constructor: 1 }, "constructor"],
  ])("rejects an input that is named like a property of every object: %s %j", async (kind, args, path) => {
    const refused = await new Deployment(service, kind).refusals(args);
    expect(refused).toContainEqual(expect.stringMatching(new RegExp(`^${path}: is not`)));
  });
});

describe("without an engine's host", () => {
  const service = useService({ provisionMs: 1_000, collections: declared, brand: "linode" }, createFrontEnd);

  test("an object that is only read has no inputs", async () => {
    const { id } = await service.ask("POST", THINGS, { name: "web" });
    const read = await service
      .process()("ApiObject")
      .read({ id: `${THINGS}/${String(id)}`, state: {} });
    expect(read?.state.output).toMatchObject({ name: "web" });
    expect(read?.inputs).toEqual({});
  });

  test("what differs is named by the API's names, whatever the brand", async () => {
    const deployment = new Deployment(service, "ApiObject");
    const volume = (linode_id: number) => ({ collection: "/volumes", body: { label: "data", linode_id } });
    await deployment.up(volume(5));
    expect(await deployment.difference(volume(6))).toMatchObject({ parts: [{ path: "body.linode_id" }] });
  });
});

describe("with the brand linode", () => {
  const service = useService({ provisionMs: 1_000, collections: declared, brand: "linode" });

  test("a volume is attached and detached by requests of their own", async () => {
    const deployment = new Deployment(service, "ApiObject");
    const volume = (linode_id: number | null) => ({
      collection: "/volumes",
      body: { label: "data", region: "us-east", linode_id },
    });
    await deployment.up(volume(5));
    const { id } = deployment.recorded();
    service.forget();
    await deployment.up(volume(6));
    expect(await service.ask("GET", id)).toMatchObject({ linode_id: 6 });
    await deployment.up(volume(null));
    expect(await service.ask("GET", id)).toMatchObject({ linode_id: null });
    expect(service.writes()).toEqual([`POST ${id}/attach`, `POST ${id}/detach`]);
  });

  test("a StackScript is known under both paths", async () => {
    const script = { label: "setup", images: ["linode/debian11"], script: "#!/bin/bash" };
    await service.ask("POST", "/linode/stackscripts", script);
    service.forget();
    await new Deployment(service, "ApiObject").previewNew({ collection: "/linode/stackscripts", body: script });
    expect(service.warnings()).toEqual([expect.stringMatching(/^API object \S+ is identical to this one/)]);
  });
});
