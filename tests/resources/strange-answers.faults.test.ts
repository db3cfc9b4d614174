import type { FaultRule } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { creations } from "../kinds";
import { collectionOf, deployed, Deployment, pathOf, placed } from "../support/deployment";
import { aZone, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";

/**
 * A success response about anything but the requested resource counts as no response: it must not enter state or count as a create.
 * An incorrect response to a list or a read must never remove anything from state.
 */
const service = useService({ provisionMs: 1 });

/** What the API, or a proxy in front of it, may return in place of the new resource. */
const NO_OBJECT: readonly unknown[] = [
  ...[{}, [], "null", "true"],
  ...[null, "", "../domains/1", 0, 1.5, [1]].map((id) => ({ id })),
];

/** Everything but the ID is null. */
const nulls = ({ id, ...rest }: Values): Values => ({
  ...Object.fromEntries(Object.keys(rest).map((name) => [name, null])),
  id,
});

/** Wrong responses to a request of one resource. */
const MISTAKES: readonly [string, (live: Values) => unknown][] = [
  ["another resource", (live) => ({ ...live, id: typeof live.id === "string" ? "private/9" : 9 })],
  ["a resource without an ID", ({ id: _, ...rest }) => rest],
  ["an ID within a list", (live) => ({ ...live, id: [live.id] })],
  ["null fields", nulls],
  ["a list", (live) => [live]],
];

/** The API responds to a request with this body; with a status other than 200, with an error. */
function respond(request: string, answer: unknown, more: Partial<FaultRule> = {}): void {
  const [method = "", path = ""] = request.split(" ");
  const status = typeof answer === "number" ? { status: answer } : { status: 200, body: answer };
  service.emulator.faults.add({ method, path, effect: { kind: "status", ...status }, ...more });
}

/** The paths of what a list shows, without images that wait for data in vain, which the service deletes. */
async function pathsIn(list: string): Promise<string[]> {
  const lasting = (await listed(service, list)).filter(({ status }) => status !== "pending_upload");
  return lasting.map(({ id }) => `${list}/${String(id)}`).sort();
}

describe.each(creations)("$title", ({ kind, post = collectionOf(kind), ...row }) => {
  test.each(NO_OBJECT)("a create that takes effect and gets the response %j leads to one resource", async (body) => {
    const { args, list } = await placed(service, kind, row.args, row.needs);
    const before = await pathsIn(list);
    const isWithin = post === "/images/upload" && typeof body === "object";
    respond(`POST ${post}`, isWithin ? { image: body, upload_to: "http://x.y" } : body, { phase: "after" });
    const deployment = new Deployment(service, kind);
    await deployment.up(args);
    const { id } = deployment.recorded();
    expect(await pathsIn(list)).toEqual([...before, pathOf(kind, list, id)].sort());
    expect(await deployment.up(args)).toBe("same");
  });

  test.each(MISTAKES)(
    "a refresh or an update retries if a response is %s once, and a refresh fails if each is",
    async (_, wrong) => {
      const { deployment, args, path } = await deployed(service, kind, row.args, row.needs);
      const live = await service.ask("GET", path);
      const { id, outputs } = deployment.recorded();
      respond(`GET ${path}`, wrong(live));
      expect(await deployment.refresh()).toBe("same");
      respond(`GET ${path}`, wrong(live), { times: "always" });
      expect(await messageOf(deployment.refresh())).toMatch(/returned HTTP 200, but (for|with)/);
      expect(deployment.recorded()).toMatchObject({ id, outputs });
      service.emulator.faults.clear();
      respond(`PUT ${path}`, wrong(live));
      await deployment.up({ ...args, ...row.changes });
      expect(await deployment.up({ ...args, ...row.changes })).toBe("same");
      expect(await deployment.refresh()).toBe("same");
    },
  );

  test("one wrong 404 neither removes the resource from state nor keeps it from being deleted; lasting ones fail a destroy", async () => {
    const { deployment, path } = await deployed(service, kind, row.args, row.needs);
    respond(`GET ${path}`, 404);
    expect(await deployment.refresh()).toBe("same");
    respond(`DELETE ${path}`, 404, { times: "always" });
    expect(await messageOf(deployment.copy().destroy())).toContain("HTTP 404");
    service.emulator.faults.clear();
    respond(`DELETE ${path}`, 404);
    await deployment.destroy();
    expect(await service.ask("GET", path)).toMatchObject({ errors: [{ reason: "Not found" }] });
  });
});

test("an exclusive set deletes nothing if the list has an entry that is no record", async () => {
  const records = [{ type: "A", name: "www", target: "192.0.2.1" }];
  const args = { domainId: await aZone(service), records, exclusive: true };
  const { deployment, list } = await deployed(service, "DomainRecordSet", args);
  for (const entry of [null, records[0], { id: 5, type: null, name: null, target: null }]) {
    respond(`GET ${list}`, { data: [entry], page: 1, pages: 1, results: 1 }, { times: "always" });
    expect(await messageOf(deployment.refresh())).toContain("a list whose entry 0");
    await messageOf(deployment.up({ ...args, records: [] }));
    service.emulator.faults.clear();
  }
  expect(service.writes()).toEqual([]);
});
