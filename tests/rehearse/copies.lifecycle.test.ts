import collections from "../../examples/emulator/collections.json";
import { collectionsOf } from "../../cli/rehearse/collections";
import { copyAccounts } from "../../cli/rehearse/copies";
import { stackStateOf } from "../../cli/state/stack-state";
import type { Values } from "../../provider/definition/values";
import { aBackup, aDatabase } from "../support/action-programs";
import { asBridged, exportOf } from "../support/exported-stack";
import type { Exported, ExportOptions } from "../support/exported-stack";
import { aZone, listed, messageOf } from "../support/programs";
import { RETRIES, useService } from "../support/service";

const service = useService({
  provisionMs: 0,
  collections,
  tokens: [
    { token: "all" },
    { token: "reader", scopes: ["databases:read_only", "domains:read_only", "account:read_only"] },
  ],
});

/** The copies for a stack with these resources. */
function copied(
  resources: readonly Exported[],
  {
    token = "all",
    objects = [],
    ...options
  }: ExportOptions & { token?: string; config?: Values; objects?: Values[] } = {},
) {
  const settings = { "compute:url": service.emulator.url, "compute:token": token };
  const state = stackStateOf(exportOf(resources, { provider: settings, ...options }), "dev");
  const config = Object.entries({ ...settings, ...options.config }).map(([key, value]) => [
    key,
    { value: String(value) },
  ]);
  const { clock } = service;
  const connection = { signal: new AbortController().signal, clock, retries: RETRIES, hasDetails: false, objects };
  return copyAccounts(state, Object.fromEntries(config) as Parameters<typeof copyAccounts>[1], connection);
}

async function aRecord(): Promise<{ record: Exported; list: string }> {
  const domainId = await aZone(service);
  const list = `/domains/${domainId}/records`;
  const { id } = await service.ask("POST", list, { type: "A", name: "www", target: "192.0.2.1" });
  const outputs = { domainId, type: "A", name: "www", target: "192.0.2.1" };
  return {
    list,
    record: { kind: "DomainRecord", name: "www", id: `${domainId}/${String(id)}`, inputs: outputs, outputs },
  };
}

const fail = (path: string, status: number): void =>
  void service.emulator.faults.add({
    method: "GET",
    path: `${path}*`,
    effect: { kind: "status", status },
    times: "always",
  });

test.each([401, 403, 404, 503])(
  "a rehearsal stops if the list of a resource of the stack has HTTP status %i",
  async (status) => {
    const { record, list } = await aRecord();
    fail(list, status);
    const message = await messageOf(copied([record]));
    expect(message).toContain(list);
    expect(message).toContain(`HTTP ${status}`);
  },
);

test("it stops if the list of a record's domain can't be read, and goes on without lists of which the stack has nothing", async () => {
  const { record } = await aRecord();
  fail("/databases/mysql/instances", 403);
  expect(await copied([record])).toHaveLength(1);
  fail("/domains", 403);
  expect(await messageOf(copied([record]))).toMatch(/DomainRecord www of the stack: GET \/domains returned HTTP 403/);
});

test("it stops for what moves from the bridged provider in this update, and for nothing that stays there", async () => {
  const { record, list } = await aRecord();
  fail(list, 403);
  const bridged = { providerType: "linode", provider: {} };
  expect(await copied([asBridged(record)], bridged)).toHaveLength(1);
  const moving = { ...bridged, config: { "compute:moveFrom": "linode" } };
  expect(await messageOf(copied([asBridged(record)], moving))).toContain("DomainRecord www");
});

test("it goes on with a token that only reads, which may not list backups of databases: the state shows those of the stack", async () => {
  const databaseId = await aDatabase(service);
  await aBackup(service, databaseId);
  const list = `/databases/mongodb/instances/${databaseId}/backups`;
  const [backup] = await listed(service, list);
  const { id, label, type, created } = backup ?? {};
  const outputs = { databaseId, label, backupId: id, type, created };
  const resource = {
    kind: "MongoDatabaseBackup",
    name: "before",
    id: `${databaseId}/${String(id)}`,
    inputs: {},
    outputs,
  };
  const [copy] = await copied([resource], { token: "reader" });
  expect(copy?.copy.seed[list]).toEqual([{ id, label, type, created }]);
});

describe("an ApiObject of the stack", () => {
  const RULES = { inbound_policy: "DROP" };
  const FIREWALL = { collection: "/networking/firewalls", body: { label: "web", rules: RULES } };
  async function aFirewall(): Promise<Exported> {
    const { id } = await service.ask("POST", FIREWALL.collection, FIREWALL.body);
    return {
      kind: "ApiObject",
      name: "web",
      id: `${FIREWALL.collection}/${String(id)}`,
      inputs: FIREWALL,
      outputs: FIREWALL,
    };
  }

  test("is in the copy, with the others of its collection", async () => {
    const firewall = await aFirewall();
    await service.ask("POST", FIREWALL.collection, { label: "other", rules: RULES });
    const [account] = await copied([firewall], { objects: [FIREWALL] });
    expect(account?.copy.seed[FIREWALL.collection]).toMatchObject([{ label: "web", rules: RULES }, { label: "other" }]);
    expect(account?.collections).toEqual({
      [FIREWALL.collection]: { unique: ["label"], parts: ["rules"], actions: {} },
    });
  });

  test("ends the rehearsal if the token can't read its collection, or no copy can have it", async () => {
    const firewall = await aFirewall();
    fail(FIREWALL.collection, 403);
    expect(await messageOf(copied([firewall], { objects: [FIREWALL] }))).toContain("would lack ApiObject web");
    const config = { collection: "/compute/instances/1/configs", body: {} };
    const own = { ...firewall, id: "/compute/instances/1/configs/2", inputs: config, outputs: config };
    expect(await messageOf(copied([own], { objects: [config] }))).toContain("/compute/instances/{id}/configs");
  });
});

test("a copy has the collections around an object and the known ones inside, and what the object says of its own", () => {
  const cluster = {
    collection: "/lke/clusters",
    ready: { values: ["ready"] },
    updatePath: { size: "POST resize", owner: "POST attach, POST detach" },
  };
  const bucket = { collection: "/object-storage/buckets" };
  const objects = [{ collection: "/nodebalancers/12/configs", identifiedBy: "name" }, cluster, bucket];
  expect(collectionsOf(objects, "linode")).toEqual({
    "/object-storage/buckets": { id: ["region", "label"], apart: ["access"], parts: [], actions: {} },
    "/nodebalancers": { unique: ["label"], parts: [], actions: {} },
    "/nodebalancers/{id}/configs": { unique: ["name"], parts: [], actions: {} },
    "/nodebalancers/{id}/configs/{id}/nodes": { unique: ["label"], parts: [], actions: {} },
    "/lke/clusters": {
      defaults: { status: "ready" },
      parts: [],
      actions: { resize: ["size"], attach: ["owner"], detach: { owner: null } },
    },
  });
});
