import { UNKNOWN } from "../../provider/definition/values";
import type { Values } from "../../provider/definition/values";
import { deployed } from "../support/deployed";
import { IN_PLACE } from "../support/in-place-programs";
import { DEPLOYED } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

const SEVERAL = {
  before: DEPLOYED,
  after: { ...DEPLOYED, tags: ["blue"], booted: false, type: "g6-standard-1", privateIp: true },
};

/** The requests that a printed plan names, without their IDs. */
function requestsIn(plan: string): string[] {
  return plan.match(/(?:PUT|POST) ?[a-z/]*/g)?.map((request) => request.trim()) ?? [];
}

test.each([...Object.entries(IN_PLACE), ["several properties at once", SEVERAL] as const])(
  "%s: preview prints the requests that the update sends",
  async (_, { before, after }: { before: Values; after: Values }) => {
    const { deployment } = await deployed(service, "Instance", before);
    service.said.length = 0;
    expect(await deployment.preview(after)).toBe("update");
    const [plan = "", ...others] = service
      .messages("info")
      .filter((message) => message.startsWith("Requests, in this order: "));
    expect(others).toEqual([]);
    service.forget();
    await deployment.up(after);
    const sent = service.writes().map((write) =>
      write
        .replace(/ \/compute\/instances\/\d+\/?/, " ")
        .replace(/\/\d+$/, "")
        .trim(),
    );
    expect(requestsIn(plan)).toEqual(sent);
  },
);

test("a preview with an unknown value plans the rest", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  await deployment.preview({ ...DEPLOYED, type: "g6-standard-1", booted: UNKNOWN });
  expect(service.messages("info")).toContainEqual("Requests, in this order: POST resize (type); not known yet: booted");
});

test("does not restart an instance for its interfaces if a resize left it offline", async () => {
  const { before, after } = IN_PLACE["Instance.interfaces"]!;
  const { deployment } = await deployed(service, "Instance", before);
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
