import * as compute from "pulumi-compute";

// The cheapest plan with two CPUs.
const { types } = compute.getTypesOutput({ vcpus: 2 });

export const cheapest = types.apply((all) => [...all].sort((a, b) => a.price.monthly - b.price.monthly)[0]?.id);
