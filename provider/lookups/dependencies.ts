import * as pulumi from "@pulumi/pulumi";

/** What Pulumi's own lookups use of its objects to know what they wait for. */
interface WithResources {
  allResources?(): Promise<Iterable<pulumi.Resource>>;
}
interface WithChildren {
  readonly __data?: Promise<unknown>;
  readonly __childResources?: ReadonlySet<pulumi.Resource>;
}

/**
 * The URNs of the resources that the arguments and `dependsOn` lead to, those inside of components among them. Known as soon
 * as they all exist, and so not in the preview that creates one of them.
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
  const named = pulumi.output(dependsOn) as unknown as { promise(): Promise<unknown> };
  const explicit = await named.promise();
  const behindArgs = (await (args as WithResources).allResources?.()) ?? [];
  const found = new Set<pulumi.Resource>();
  for (const resource of [explicit, ...behindArgs].flat()) {
    if (pulumi.Resource.isInstance(resource)) await addWithChildren(resource, found);
  }
  return Array.from(found);
}

/** A component is there when its children are. */
async function addWithChildren(resource: pulumi.Resource, found: Set<pulumi.Resource>): Promise<void> {
  if (found.has(resource)) return;
  found.add(resource);
  if (!pulumi.ComponentResource.isInstance(resource)) return;
  const component = resource as WithChildren;
  await component.__data;
  for (const child of component.__childResources ?? []) await addWithChildren(child, found);
}
