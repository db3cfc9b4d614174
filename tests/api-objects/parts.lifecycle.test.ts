import collections from "../../examples/emulator/collections.json";
import { UNKNOWN } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { Machine } from "../support/machine";
import { listed, messageOf } from "../support/programs";
import { useService } from "../support/service";
import { Stack } from "../support/stack";

const BUCKETS = "/object-storage/buckets";
const PATH = `${BUCKETS}/us-east/web`;
const ADDRESSES = "/networking/reserved/ips";
const THINGS = "/things";
const declared = {
  ...collections,
  [THINGS]: { id: ["name"], apart: ["limits", "labels"] },
  "/plain": { apart: ["members"] },
};

const service = useService({ provisionMs: 1_000, collections: declared, brand: "linode" });

const bucket = (access?: Values, more: Values = {}) => ({
  collection: BUCKETS,
  body: { region: "us-east", label: "web", ...(access && { access }), ...more },
});
const PRIVATE = { acl: "private", cors_enabled: false };
const PUBLIC = { acl: "public-read", cors_enabled: false };

const asked = () => service.requests().map(({ method, path }) => `${method} ${path}`);

async function made(args: Values) {
  const deployment = new Deployment(service, "ApiObject");
  await deployment.up(args);
  service.forget();
  return deployment;
}
const thing = (body: Values, more: Values = {}) => ({
  collection: THINGS,
  body,
  idFields: ["name"],
  read: { limits: "limits" },
  ...more,
});

describe("what has a path of its own", () => {
  test("is set after the create, compared, shown in output, and changed there", async () => {
    const deployment = new Deployment(service, "ApiObject");
    await deployment.up(bucket(PRIVATE));
    expect(service.writes()).toEqual([`POST ${BUCKETS}`, `PUT ${PATH}/access`]);
    expect(deployment.recorded()).toMatchObject({ id: PATH, outputs: { output: { label: "web", access: PRIVATE } } });
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(bucket(PRIVATE))).toBe("same");
    service.forget();
    expect(await deployment.up(bucket(PUBLIC))).toBe("update");
    expect(service.writes()).toEqual([`PUT ${PATH}/access`]);
    expect(deployment.recorded().outputs.output).toMatchObject({ access: PUBLIC });
  });

  test("is drift when somebody changes it, which `up` undoes", async () => {
    const deployment = await made(bucket(PRIVATE));
    await service.ask("PUT", `${PATH}/access`, PUBLIC);
    expect(await deployment.refresh()).toBe("drift");
    expect(deployment.recorded().inputs).toMatchObject({ body: { access: PUBLIC } });
    expect(await deployment.up(bucket(PRIVATE))).toBe("update");
    expect(await service.ask("GET", `${PATH}/access`)).toEqual(PRIVATE);
  });

  test("takes one request in a refresh, and none where body does not have it and `read` does not name it", async () => {
    const deployment = await made(bucket(PRIVATE));
    await deployment.refresh();
    expect(asked()).toEqual([`GET ${PATH}`, `GET ${PATH}/access`]);
    service.startOver();
    const without = await made(bucket());
    await without.refresh();
    expect(asked()).toEqual([`GET ${PATH}`]);
    expect(without.recorded().outputs.output).not.toHaveProperty("access");
  });

  test("is in output if only `read` names it, also after the create", async () => {
    const deployment = await made({ collection: "/plain", body: { label: "a" }, read: { members: "members" } });
    expect(deployment.recorded().outputs.output).toMatchObject({ label: "a", members: {} });
    await service.ask("PUT", `${deployment.recorded().id}/members`, { one: 1 });
    expect(await deployment.refresh()).toBe("same");
    expect(deployment.recorded().outputs.output).toMatchObject({ members: { one: 1 } });
  });

  test("is shown as items if it is a list", async () => {
    const { id } = await service.ask("POST", "/plain", { label: "a" });
    const page = { data: [{ id: 1 }], page: 1, pages: 1, results: 1 };
    service.emulator.faults.add({
      method: "GET",
      path: `/plain/${String(id)}/members`,
      effect: { kind: "status", status: 200, body: page },
    });
    const deployment = new Deployment(service, "ApiObject");
    const args = { collection: "/plain", body: { label: "a" }, read: { members: "members" } };
    await deployment.up(args, { import: `/plain/${String(id)}` });
    expect(deployment.recorded().outputs.output).toMatchObject({ members: [{ id: 1 }] });
  });

  test("that the API does not have is neither a difference nor a sign that the object is gone", async () => {
    const deployment = await made(bucket(PRIVATE));
    service.emulator.faults.add({
      method: "GET",
      path: `${PATH}/access`,
      times: "always",
      effect: { kind: "status", status: 404 },
    });
    expect(await deployment.refresh()).toBe("same");
    expect(deployment.recorded().inputs).toMatchObject({ body: { access: PRIVATE } });
  });

  test("that cannot be read fails the refresh, and changes nothing in the state", async () => {
    const deployment = await made(bucket(PRIVATE));
    const before = structuredClone(deployment.recorded());
    service.emulator.faults.add({
      method: "GET",
      path: `${PATH}/access`,
      times: "always",
      effect: { kind: "status", status: 403 },
    });
    expect(await messageOf(deployment.refresh())).toContain(`GET ${PATH}/access`);
    expect(deployment.recorded()).toEqual(before);
  });

  test("that fails after the POST leaves one object, which the next update completes", async () => {
    const deployment = new Deployment(service, "ApiObject");
    service.emulator.faults.add({ method: "PUT", path: `${PATH}/access`, effect: { kind: "status", status: 400 } });
    expect(await messageOf(deployment.up(bucket(PRIVATE)))).toContain("access");
    expect(deployment.recorded().id).toBe(PATH);
    expect(await deployment.up(bucket(PRIVATE))).toBe("update");
    expect(await service.ask("GET", `${PATH}/access`)).toEqual(PRIVATE);
    expect(await listed(service, BUCKETS)).toHaveLength(1);
    expect(await deployment.up(bucket(PRIVATE))).toBe("same");
  });

  test("whose response is lost is sent again, and once more by nobody", async () => {
    service.emulator.faults.add({ method: "PUT", path: `${PATH}/access`, effect: { kind: "lostResponse" } });
    const deployment = await made(bucket(PRIVATE));
    expect(await service.ask("GET", `${PATH}/access`)).toEqual(PRIVATE);
    expect(await deployment.up(bucket(PRIVATE))).toBe("same");
  });

  test("is compared by an import, which changes nothing", async () => {
    await service.ask("POST", BUCKETS, bucket().body);
    await service.ask("PUT", `${PATH}/access`, PUBLIC);
    service.forget();
    const says = await messageOf(new Deployment(service, "ApiObject").up(bucket(PRIVATE), { import: PATH }));
    expect(says).toContain("access");
    const deployment = new Deployment(service, "ApiObject");
    await deployment.up(bucket(PUBLIC), { import: PATH });
    expect(service.writes()).toEqual([]);
    expect(await deployment.up(bucket(PUBLIC))).toBe("same");
  });

  test("is not known yet in a preview, which announces an update", async () => {
    const deployment = await made(bucket(PRIVATE));
    await deployment.previewNew(bucket({ acl: UNKNOWN }, { label: "other" }));
    expect(await deployment.difference(bucket({ acl: UNKNOWN }))).toMatchObject({ hasChanges: true, replaces: [] });
    const unknown = { ...bucket(PRIVATE), read: { access: UNKNOWN } };
    expect(await deployment.difference(unknown)).toMatchObject({ hasChanges: true, replaces: [] });
    expect(service.writes()).toEqual([]);
  });

  test("that is secret is in no message and marked in output", async () => {
    const secrets = [["body", "access"]];
    const deployment = new Deployment(service, "ApiObject");
    await deployment.up(bucket({ acl: "horse-battery" }), { secrets });
    await service.ask("PUT", `${PATH}/access`, { acl: "staple" });
    expect(await deployment.refresh()).toBe("drift");
    const options = deployment.recorded().outputs.__options as { secrets: string[][] };
    expect(options.secrets).toContainEqual(["output", "access"]);
    expect(JSON.stringify(service.said)).not.toMatch(/horse-battery|staple/);
  });
});

describe("an object whose ID is in other fields", () => {
  test("lives at the path of these fields, and a change of one replaces it", async () => {
    const deployment = await made(bucket());
    expect(deployment.recorded().id).toBe(PATH);
    expect(deployment.recorded().outputs.output).not.toHaveProperty("id");
    expect(await deployment.up(bucket(undefined, { tags: ["a"] }))).toBe("update");
    expect(await deployment.up(bucket(undefined, { label: "front" }))).toBe("replace");
    expect((await listed(service, BUCKETS)).map(({ label }) => label)).toEqual(["front"]);
    await service.ask("DELETE", `${BUCKETS}/us-east/front`);
    expect(await deployment.refresh()).toBe("gone");
  });

  test("may get its ID from the service", async () => {
    const deployment = await made({ collection: ADDRESSES, body: { region: "us-east" } });
    expect(deployment.recorded().id).toBe(`${ADDRESSES}/192.0.2.7`);
    expect(await deployment.refresh()).toBe("same");
    await deployment.destroy();
    expect(await listed(service, ADDRESSES)).toEqual([]);
  });

  test("is found after a lost response, and one that exists is not taken", async () => {
    service.emulator.faults.add({ method: "POST", path: BUCKETS, effect: { kind: "lostResponse" } });
    const deployment = await made(bucket());
    expect(deployment.recorded().id).toBe(PATH);
    const second = new Deployment(service, "ApiObject", "second");
    expect(await messageOf(second.up(bucket()))).toContain(`import: "${PATH}"`);
    expect(await listed(service, BUCKETS)).toHaveLength(1);
  });

  test("is read with `.get`, if its collection is known", async () => {
    await service.ask("POST", BUCKETS, bucket().body);
    const read = await service.process()("ApiObject").read({ id: PATH, state: {} });
    expect(read).toMatchObject({ id: PATH, state: { output: { label: "web" } } });
  });

  test.each(["on the same machine", "on another machine"])(
    "is created once with its parts, killed %s",
    async (where) => {
      for (const moment of ["after the commit, before the response", "before the request is sent"] as const)
        for (const exchange of [1, 2, 3, 4, 5]) {
          service.startOver();
          const stack = new Stack(service);
          const aMachine = () => new Machine(service, () => stack.export());
          const program = [
            { kind: "ApiObject", name: "web", args: bucket(PRIVATE) },
            { kind: "ApiObject", name: "own", args: thing({ name: "x", limits: { cpu: 1 } }) },
          ];
          const first = aMachine();
          await first.runCounted((process) => stack.up(program, process), { exchange, moment });
          service.clock.advance(10_000);
          const again = where === "on the same machine" ? first : aMachine();
          await again.run((process) => stack.up(program, process));
          expect([exchange, moment, await listed(service, BUCKETS), await listed(service, THINGS)]).toMatchObject([
            exchange,
            moment,
            [{ label: "web" }],
            [{ name: "x" }],
          ]);
          expect(await service.ask("GET", `${PATH}/access`)).toEqual(PRIVATE);
          expect(await service.ask("GET", `${THINGS}/x/limits`)).toEqual({ cpu: 1 });
          expect(await aMachine().run((process) => stack.preview(program, process))).toEqual(["same", "same"]);
        }
    },
  );

  test("is declared by the program where its collection is not known", async () => {
    const deployment = await made(thing({ name: "x", limits: { cpu: 1 } }));
    expect(deployment.recorded().id).toBe(`${THINGS}/x`);
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(thing({ name: "x", limits: { cpu: 2 } }))).toBe("update");
    expect(await deployment.up(thing({ name: "y", limits: { cpu: 2 } }))).toBe("replace");
    await deployment.destroy();
    expect(await listed(service, THINGS)).toEqual([]);
  });

  test("cannot have an ID that no path can have: a preview says so", async () => {
    const refusals = (args: Values) => new Deployment(service, "ApiObject").refusals(args);
    expect(await refusals(thing({ name: ".." }))).toEqual([expect.stringContaining("body.name: must be an ID")]);
    expect(await refusals(thing({ name: "x" }, { idFields: [] }))).toEqual(["idFields: must have at least one field"]);
    expect(await refusals(thing({ name: "x" }, { read: { limits: "../x" } }))).toEqual([
      expect.stringContaining("read.limits: must be a path below the object"),
    ]);
  });
});

describe("a preview", () => {
  test("rejects a value that a PUT of its own cannot send", async () => {
    const refusals = (args: Values) => new Deployment(service, "ApiObject").refusals(args);
    const firewall = { collection: "/networking/firewalls", body: { label: "web", rules: "DROP" } };
    expect(await refusals(firewall)).toEqual([expect.stringContaining("body.rules: must be an object")]);
    expect(await refusals(bucket([] as unknown as Values))).toEqual([expect.stringContaining("body.access: must be")]);
    const own = { collection: "/plain", body: { a: 1 }, updatePath: { a: "PUT b" } };
    expect(await refusals(own)).toEqual([expect.stringContaining("body.a: must be an object")]);
  });

  test.each(["constructor", "valueOf"])(
    "rejects a field named %s, and takes a member of one as it is",
    async (name) => {
      const refusals = (json: string) =>
        new Deployment(service, "ApiObject").refusals({ collection: "/plain", body: JSON.parse(json) as Values });
      expect(await refusals(`{"${name}": 1}`)).toEqual([expect.stringContaining(`body.${name}: must be a name`)]);
      expect(await refusals(`{"inside": {"${name}": 1}}`)).toEqual([]);
    },
  );
});

test("names that the user chooses inside a field arrive as they are", async () => {
  const labels = { "example.com/myApp": "A", linode_id: "x" };
  const deployment = await made({ collection: "/plain", body: { label: "web", labels } });
  expect(await service.ask("GET", deployment.recorded().id)).toMatchObject({ labels });
  expect(await deployment.refresh()).toBe("same");
});

test("messages have the API's names", async () => {
  const body = { label: "data", region: "us-east", linode_id: 5, extra_part: { sub_name: 1 } };
  const { id } = await service.ask("POST", "/volumes", body);
  const wanted = { collection: "/volumes", body: { ...body, linode_id: 6, extra_part: { sub_name: 2 } } };
  const says = await messageOf(new Deployment(service, "ApiObject").up(wanted, { import: `/volumes/${String(id)}` }));
  expect(says).toContain("linode_id (actual 5, program 6)");
  expect(says).toContain('{"sub_name":1}');
  const deployment = await made({ ...wanted, body: { ...wanted.body, label: "two" } });
  await service.ask("POST", `${deployment.recorded().id}/detach`, {});
  await deployment.up({ ...wanted, body: { ...wanted.body, label: "three" } });
  expect(JSON.stringify(service.said)).not.toMatch(/linodeId|extraPart|subName/);
});
