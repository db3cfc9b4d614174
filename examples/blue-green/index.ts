import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const rootPass = config.requireSecret("rootPass");

/**
 * The phases of the replacement. Set the next one (`pulumi config set phase prepare`), then run `pulumi up`.
 * blue: only the first server; prepare: its clone runs as well; switch: the name points to the clone; retire: the first server is
 * deleted.
 */
const PHASES = ["blue", "prepare", "switch", "retire"];
const phase = PHASES.indexOf(config.get("phase") ?? "blue");
if (phase < 0) throw new pulumi.RunError(`phase must be one of ${PHASES.join(", ")}`);
const isPast = (name: string): boolean => phase >= PHASES.indexOf(name);

const place = { region: "us-east", type: "g6-nanode-1" };
const blue = isPast("retire")
  ? undefined
  : new compute.Instance("blue", { ...place, image: "compute/debian11", rootPass, tags: ["blue"] });

// Only the create uses cloneFrom, so it can be removed along with the first server.
const source = blue && { cloneFrom: { instanceId: blue.id } };
const green = isPast("prepare")
  ? new compute.Instance("green", { ...place, ...source, tags: ["green"], booted: true })
  : undefined;

const active = (isPast("switch") ? green : undefined) ?? blue;
if (!active) throw new pulumi.RunError("there is always one of the two");

const zone = new compute.Domain("zone", {
  domain: "blue-green-example.com",
  type: "master",
  soaEmail: "admin@blue-green-example.com",
});
new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: active.ipv4[0], ttlSec: 300 });

export const address = active.ipv4[0];
export const ids = [blue?.id, green?.id];
