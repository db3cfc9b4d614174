/** Each alternative of a union, without a property: `Omit` itself would keep only what all alternatives have. */
export type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never;
