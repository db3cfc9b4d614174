import * as compute from "pulumi-compute";

const engine = compute.getDatabaseEngineOutput({ id: "mongodb/4.4.10" });

export const version = engine.version;
