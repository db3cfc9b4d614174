import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

export interface SiteArgs {
  /** The domain of the site's name. */
  zone: compute.Domain;
  /** The name within the domain. */
  hostName: string;
  /** The plan of the instance; by default, the smallest one. */
  type?: pulumi.Input<string>;
  rootPass: pulumi.Input<string>;
  /** Options of the instance only. Options of the component, such as `protect`, apply to all its children. */
  instanceOptions?: pulumi.CustomResourceOptions;
}

/** A server, and a name that points to it. */
export class Site extends pulumi.ComponentResource {
  readonly address: pulumi.Output<string>;
  readonly url: pulumi.Output<string>;

  constructor(name: string, args: SiteArgs, opts?: pulumi.ComponentResourceOptions) {
    // The type is part of the URNs of the component and its children, so changing it replaces all of them.
    super("examples:site:Site", name, {}, opts);

    const instance = new compute.Instance(
      name,
      {
        region: "us-east",
        type: args.type ?? "g6-nanode-1",
        image: "compute/debian11",
        rootPass: args.rootPass,
      },
      // Later options take precedence, so the instance is always a child of this component.
      pulumi.mergeOptions(args.instanceOptions, { parent: this }),
    );
    this.address = instance.ipv4[0];

    // Children are named after the component, because a name must be unique among resources of the same type and parents.
    new compute.DomainRecord(
      name,
      { domainId: args.zone.id, type: "A", name: args.hostName, target: this.address },
      { parent: this },
    );
    this.url = pulumi.interpolate`http://${args.hostName}.${args.zone.domain}/`;

    this.registerOutputs({ address: this.address, url: this.url });
  }
}
