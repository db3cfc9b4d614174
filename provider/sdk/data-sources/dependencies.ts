import * as pulumi from "@pulumi/pulumi";
import { innerOf } from "../inner-output";

/** Internal members that Pulumi's own data sources use to find what to wait for. */
interface WithResources {
  allResources?(): Promise<Iterable<pulumi.Resource>>;
}
interface WithChildren {
  readonly __data?: Promise<unknown>;
  readonly __childResources?: ReadonlySet<pulumi.Resource>;
}

/**
 * The URNs of the resources that the inputs and `dependsOn` refer to, including those inside components. Known once all of them
 * exist, so not in a preview that creates one of them.
 */
export function resourcesBehind(
  args: pulumi.Output<unknown>,
  dependsOn: pulumi.InvokeOutputOptions["dependsOn"],
): pulumi.Output<string[]> {
  const urns = gather(args, dependsOn).then((resources) =>
    resources.map((resource) =>
      pulumi.all([resource.urn, pulumi.CustomResource.isInstance(resource) ? resource.id : ""]).apply(([urn]) => urn),
    ),
  );
  return pulumi.output(urns).apply((list) => list.slice().sort());
}

async function gather(
  args: pulumi.Output<unknown>,
  dependsOn: pulumi.InvokeOutputOptions["dependsOn"],
): Promise<pulumi.Resource[]> {
  const explicit: unknown = await innerOf(pulumi.output(dependsOn)).promise();
  const behindArgs = (await (args as WithResources).allResources?.()) ?? [];
  const found = new Set<pulumi.Resource>();
  for (const resource of [explicit, ...behindArgs].flat()) {
    if (pulumi.Resource.isInstance(resource)) await addWithChildren(resource, found);
  }
  return Array.from(found);
}

/** A component exists once its children do. */
async function addWithChildren(resource: pulumi.Resource, found: Set<pulumi.Resource>): Promise<void> {
  if (found.has(resource)) return;
  found.add(resource);
  if (!pulumi.ComponentResource.isInstance(resource)) return;
  const component = resource as WithChildren;
  await component.__data;
  for (const child of component.__childResources ?? []) await addWithChildren(child, found);
}
