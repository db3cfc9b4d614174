import * as compute from "pulumi-compute";

const { instances } = compute.getInstancesOutput({ region: "us-east", tags: ["shop"] });

export const labels = instances.apply((all) => all.map(({ label }) => label));
