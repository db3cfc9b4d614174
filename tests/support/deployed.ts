import type { Values } from "../../provider/definition/values";
import { placed } from "./collections";
import { Deployment } from "./deployment";
import { listed } from "./programs";
import type { Service } from "./service";

/** Two resources with the same inputs that one process creates concurrently. */
export async function twoDeployedAtOnce(
  service: Service,
  kind: string,
  args: Values,
): Promise<readonly [Deployment, Deployment]> {
  const handlers = service.process()(kind);
  const [one, two] = [new Deployment(service, kind, "one"), new Deployment(service, kind, "two")];
  await Promise.all([one.up(args, {}, handlers), two.up(args, {}, handlers)]);
  return [one, two];
}

/** A resource that an `up` created; its requests are cleared from the log. */
export async function deployed(service: Service, kind: string, args: Values) {
  const { args: complete, list } = await placed(service, kind, args);
  const deployment = new Deployment(service, kind);
  await deployment.up(complete);
  service.forget();
  // The inputs that it was created with, those of a record with its zone, and its path.
  return { deployment, args: complete, path: `${list}/${deployment.recorded().id.split("/").at(-1)}` };
}

/** Expects that what users created in a collection is what these resources manage, and nothing else. */
export async function expectOnly(service: Service, list: string, ...managed: readonly Deployment[]): Promise<void> {
  const all = await listed(service, `${list}?page_size=500`);
  const ids = all.flatMap(({ id, is_public: isPublic }) => (isPublic === true ? [] : [lastPart(id)]));
  expect(ids.sort()).toEqual(managed.map((one) => lastPart(one.recorded().id)).sort());
}

/** Of an ID with several parts, the one that differs within a collection. */
function lastPart(id: unknown): string {
  return String(id).split("/").at(-1) ?? "";
}
