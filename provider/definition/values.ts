/** Property values as they travel between Pulumi, the lifecycle and the wire: camelCase keys, JSON values. */
export type Values = Record<string, unknown>;
