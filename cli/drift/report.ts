/** What a scan found out about one resource or object. */
export const STATES = ["modified", "deleted", "unhealthy", "unmanaged", "unchecked"] as const;

export type FindingState = (typeof STATES)[number];

/** A resource of a given stack. */
export interface ScannedResource {
  /** `organization/project/stack`, or the file that the state came from. */
  readonly stack: string;
  readonly urn: string;
  /** Its name in the program. */
  readonly name: string;
  /** `Instance`, `DomainRecord`. */
  readonly kind: string;
  /** Its Pulumi id. */
  readonly id: string;
  /** The line of the program that declares it, where the state names one. */
  readonly source?: SourceLine;
  /** It has the option `import`, with which nothing can be made again. */
  readonly hasImportOption?: true;
}

/** A line of the program; the path is relative to the project's folder. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An argument whose value in the service is not the one that the last `up` left. */
export interface PropertyDrift {
  /** `label`, `alerts`, `records`. */
  readonly path: string;
  /** What the stack expects; absent for none, and for a secret. */
  readonly expected?: unknown;
  /** What the service shows; absent for none, and for a secret. */
  readonly actual?: unknown;
  /** The values are secret, and in no report. */
  readonly isSecret?: true;
  /** The program leaves it out, and has a generated value: a refresh accepts the service's, and only declaring it restores the old one. */
  readonly isGenerated?: true;
}

/** The last event of an object in the service's log; the log need not have the change that a finding is about. */
export interface LastEvent {
  readonly who: string;
  /** ISO 8601, UTC. */
  readonly when: string;
  /** The service's word for it: `linode_update`. */
  readonly action: string;
  /** The log only says that something of this sort happened in the object that contains it: to a record, in its zone. */
  readonly isOfParent?: true;
}

/** Why a finding does not count. */
export interface Suppression {
  readonly by: "ignoreFile" | "baseline";
  readonly reason: string;
  /** Last day of the suppression, `2027-01-31`. */
  readonly until?: string;
}

/** Something that is not as the stacks say, or that could not be checked. */
export interface Finding {
  /** The same for the same problem in every scan, whatever the values are. */
  readonly fingerprint: string;
  readonly state: FindingState;
  readonly kind: string;
  /** Pulumi id of the object. */
  readonly id: string;
  /** Base address of the account that it is in. */
  readonly account: string;
  /** What the service's users call it: its label, or the name of a domain or record. */
  readonly label?: string;
  readonly tags?: readonly string[];
  /** The label of the object that it is in, such as a record's domain, of an unmanaged object. */
  readonly within?: string;
  /** When an unmanaged object was made, as the service shows it. */
  readonly created?: string;
  /** The resource it is about; an unmanaged object has none. */
  readonly resource?: ScannedResource;
  /** The properties that differ, of a modified resource; those that could not be compared, of an unchecked one. */
  readonly properties: readonly PropertyDrift[];
  /** Why it is unhealthy or unchecked. */
  readonly reason?: string;
  /** It does not make the scan incomplete: no stack needs it, or only a token that may write could read it. */
  readonly byChoice?: true;
  readonly lastEvent?: LastEvent;
  readonly suppressed?: Suppression;
}

/** The commands that end one finding. */
export interface Fix {
  readonly fingerprint: string;
  /** Makes the service what the stack says. */
  readonly restore: readonly string[];
  /** Makes the stack what the service shows. Lines that begin with `#` are for the reader. */
  readonly accept: readonly string[];
}

interface StackScan {
  readonly stack: string;
  /** How many resources of this package it has. */
  readonly resources: number;
}

export interface AccountScan {
  readonly url: string;
  /** Names of the providers in the stacks that use it. */
  readonly providers: readonly string[];
  /** Whether the token may change something; absent where the service does not say. */
  readonly canWrite?: boolean;
}

/** How many of each; suppressed findings are counted under `suppressed` only. */
export interface Summary extends Readonly<Record<FindingState, number>> {
  /** Resources in the stacks. */
  readonly resources: number;
  readonly inSync: number;
  readonly suppressed: number;
  /** How many of those that count the baseline does not have; absent without one. */
  readonly newSinceBaseline?: number;
  /** How many of the stacks' resources were compared, in percent. */
  readonly checkedPercent: number;
  /** How many of the objects that exist in the accounts the stacks manage, in percent; absent where no one looked. */
  readonly coveragePercent?: number;
  readonly requests: number;
}

/**
 * The result of a scan, as `--format json` prints it. Its schema is `docs/reference/drift-report.schema.json`; `version` changes with
 * every change that a reader of the old form would not understand.
 */
export interface Report {
  readonly version: 1;
  readonly tool: { readonly name: "pulumi-compute"; readonly version: string };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /**
   * `incomplete` where something could not be checked, whatever else was found; `inSync` where nothing is left that makes the run fail:
   * findings that are suppressed, or that `--fail-on` leaves out, may still be there.
   */
  readonly outcome: "inSync" | "drift" | "incomplete";
  readonly stacks: readonly StackScan[];
  readonly accounts: readonly AccountScan[];
  readonly summary: Summary;
  readonly findings: readonly Finding[];
  readonly inSync: readonly ScannedResource[];
  /** What a reader should know about the scan: a token that may write, an ignore rule that has expired. */
  readonly warnings: readonly string[];
  /** Present with `--fix-plan`. */
  readonly fixes?: readonly Fix[];
  /** Present with `--fix-plan` where one command adopts all of several unmanaged objects. */
  readonly adoptAll?: string;
}
