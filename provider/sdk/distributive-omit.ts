/** `Omit` for each alternative of a union: `Omit` itself would keep only what all alternatives have in common. */
export type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never;
