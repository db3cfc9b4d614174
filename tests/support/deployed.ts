import type { Values } from "../../provider/definition/values";
import { placed } from "./collections";
import { Deployment } from "./deployment";
import type { Service } from "./service";

interface Deployed {
  readonly deployment: Deployment;
  /** The arguments that it was made with; those of a record have its zone. */
  readonly args: Values;
  /** Where the service has the object. */
  readonly path: string;
}

/** Two resources with the same arguments that one process makes at the same time. */
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

/** A resource that an `up` has made; the requests for it are forgotten. */
export async function deployed(service: Service, kind: string, args: Values): Promise<Deployed> {
  const { args: complete, list } = await placed(service, kind, args);
  const deployment = new Deployment(service, kind);
  await deployment.up(complete);
  service.forget();
  return { deployment, args: complete, path: `${list}/${deployment.recorded().id.split("/").at(-1)}` };
}
