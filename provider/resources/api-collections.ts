import type { ApiObjectArgs } from "./api-object";

/** What is known of a collection, where the program does not say otherwise. */
export interface KnownCollection extends Pick<
  ApiObjectArgs,
  "identifiedBy" | "replaceOn" | "ready" | "unordered" | "updatePath"
> {
  /** For messages: "firewall". */
  readonly noun: string;
}

const READY_WHEN_ACTIVE = { field: "status", values: ["active"] };
const named = (noun: string, more: Partial<KnownCollection> = {}): KnownCollection => ({
  noun,
  identifiedBy: "label",
  ...more,
});

/** By path, in which `{}` stands for the ID of a parent (Linode API v4, Introduction). */
export const KNOWN_COLLECTIONS: Readonly<Record<string, KnownCollection>> = {
  "/networking/firewalls": named("firewall", { updatePath: { rules: "PUT rules" } }),
  "/volumes": named("volume", {
    replaceOn: ["region"],
    ready: READY_WHEN_ACTIVE,
    unordered: ["tags"],
    updatePath: { size: "POST resize", linode_id: "POST attach, POST detach" },
  }),
  "/vpcs": named("VPC", { replaceOn: ["region"] }),
  "/vpcs/{}/subnets": named("subnet", { replaceOn: ["ipv4"] }),
  "/nodebalancers": named("NodeBalancer", { replaceOn: ["region"], unordered: ["tags"] }),
  "/nodebalancers/{}/configs": { noun: "NodeBalancer config", identifiedBy: "port" },
  "/nodebalancers/{}/configs/{}/nodes": named("NodeBalancer node"),
  "/profile/sshkeys": named("SSH key", { replaceOn: ["ssh_key"] }),
  // The list contains those that others have published, so labels repeat.
  "/compute/stackscripts": { noun: "StackScript", unordered: ["images"] },
  "/placement/groups": named("placement group", { replaceOn: ["region"] }),
  "/compute/instances/{}/configs": named("instance config"),
  "/compute/instances/{}/disks": named("disk", { ready: { field: "status", values: ["ready"] } }),
};
