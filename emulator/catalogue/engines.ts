/** A database engine (Linode API v4, Managed Database Engines). */
export interface Engine {
  readonly id: string;
  readonly engine: string;
  readonly version: string;
}

/** Versions as of mid-2022 of the two engines that the Pulumi provider supports. */
const VERSIONS: ReadonlyArray<readonly [engine: string, ...versions: string[]]> = [
  ["mongodb", "3.6.21", "4.0.12", "4.2.11", "4.4.10"],
  ["mysql", "5.7.30", "8.0.26"],
];

export const ENGINES: readonly Engine[] = VERSIONS.flatMap(([engine, ...versions]) =>
  versions.map((version) => ({ id: `${engine}/${version}`, engine, version })),
);
