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

/** The requests that a printed plan names, without their ids. */
function requestsIn(plan: string): string[] {
  return plan.match(/(?:PUT|POST) ?[a-z/]*/g)?.map((request) => request.trim()) ?? [];
}

test.each([...Object.entries(IN_PLACE), ["several properties at once", SEVERAL] as const])(
  "%s: a preview prints the requests that the update sends",
  async (_, { before, after }: { before: Values; after: Values }) => {
    const { deployment } = await deployed(service, "Instance", before);
    service.said.length = 0;
    expect(await deployment.preview(after)).toBe("update");
    const [plan = "", ...others] = service.messages("info").filter((message) => message.startsWith("to be sent"));
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

test("a preview with a value that is not known yet plans the rest", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  await deployment.preview({ ...DEPLOYED, type: "g6-standard-1", booted: UNKNOWN });
  expect(service.messages("info")).toContainEqual("to be sent, in this order: POST resize (type)");
});
