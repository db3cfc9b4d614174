import type { Values } from "../../provider/definition/values";
import { UNKNOWN } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { foreseen } from "../support/foreseen";
import { IN_PLACE } from "../support/in-place-programs";
import { DEPLOYED, EMPTY } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const instance = definitionOf("Instance");

const SEVERAL = {
  before: DEPLOYED,
  after: { ...DEPLOYED, tags: ["blue"], booted: false, type: "g6-standard-1", privateIp: true },
};

/** The requests that a printed plan names, without their IDs. */
function requestsIn(plan: string): string[] {
  return plan.match(/(?:PUT|POST) ?[a-z/]*/g)?.map((request) => request.trim()) ?? [];
}

test.each<[string, { before: Values; after: Values }]>([
  ...Object.entries(IN_PLACE),
  ["several properties at once", SEVERAL],
])("%s: preview prints the requests that the update sends, and shows the outputs that it leaves", async (_, change) => {
  const deployment = new Deployment(service, "Instance");
  await deployment.up(change.before);
  service.said.length = 0;
  const staying = await foreseen(service, instance, { deployment, args: change.after });
  expect(staying).toMatchObject({ created: expect.any(String) as unknown });
  const [plan = "", ...others] = service
    .messages("info")
    .filter((message) => message.startsWith("Requests, in this order: "));
  expect(others).toEqual([]);
  service.forget();
  expect(await deployment.up(change.after)).toBe("update");
  expect(deployment.recorded().outputs).toMatchObject(staying ?? {});
  const sent = service.writes().map((write) =>
    write
      .replace(/ \/compute\/instances\/\d+\/?/, " ")
      .replace(/\/\d+$/, "")
      .trim(),
  );
  expect(requestsIn(plan)).toEqual(sent);
});

test("a tag changes neither addresses, plan nor anything that the program omits", async () => {
  const { deployment } = await deployed(service, "Instance", EMPTY);
  const staying = await foreseen(service, instance, { deployment, args: { ...EMPTY, tags: ["blue"] } });
  const { outputs } = deployment.recorded();
  expect(staying).toMatchObject({ ipv4: outputs.ipv4, ipv6: outputs.ipv6, specs: outputs.specs, group: "" });
  expect(Object.keys(staying ?? {})).not.toEqual(expect.arrayContaining(["tags"]));
  expect(staying).not.toHaveProperty("status");
  expect(staying).not.toHaveProperty("updated");
});

test("another plan changes what depends on the plan, and no address", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  const staying = await foreseen(service, instance, { deployment, args: { ...DEPLOYED, type: "g6-standard-1" } });
  expect(staying).toMatchObject({ ipv4: deployment.recorded().outputs.ipv4 });
  for (const name of ["specs", "hypervisor", "alerts"]) expect(staying).not.toHaveProperty(name);
});

test("a preview with an unknown value plans the rest", async () => {
  const deployment = new Deployment(service, "Instance");
  await deployment.up(DEPLOYED);
  await deployment.preview({ ...DEPLOYED, type: "g6-standard-1", booted: UNKNOWN });
  expect(service.messages("info")).toContainEqual("Requests, in this order: POST resize (type); not known yet: booted");
});

test("does not restart an instance for its interfaces if a resize left it offline", async () => {
  const { before, after } = IN_PLACE["Instance.interfaces"]!;
  const deployment = new Deployment(service, "Instance");
  await deployment.up(before);
  const { id } = deployment.recorded();
  const live = await service.ask("GET", `/compute/instances/${id}`);
  const body = { ...live, type: "g6-standard-1", status: "offline" };
  const effect = { kind: "status", status: 200, body } as const;
  service.forget();
  // The first read is before the update.
  service.emulator.faults.add({ method: "GET", path: "/compute/instances/*", nth: 2, times: "always", effect });
  await deployment.up({ ...after, type: "g6-standard-1" }).catch(() => undefined);
  const sent = service.writes().map((write) => write.replace(/\d+/g, "{id}"));
  expect(sent).toEqual(["POST /compute/instances/{id}/resize", "PUT /compute/instances/{id}/configs/{id}"]);
});
