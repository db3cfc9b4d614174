import * as compute from "pulumi-compute";

const { objects } = compute.getApiObjectsOutput({ collection: "/volumes", filter: { region: "us-east" } });

export const labels = objects.apply((volumes) => volumes.map(({ output }) => String(output.label)));
