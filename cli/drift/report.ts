import type { LastEvent } from "../../provider/lifecycle/drift";
import type { SourceLine, Suppression } from "../report/model";

/** States of a finding. */
export const STATES = ["modified", "deleted", "unhealthy", "unmanaged", "unchecked"] as const;

export type FindingState = (typeof STATES)[number];

/** A resource of a scanned stack. */
export interface ScannedResource {
  /** `organization/project/stack`. */
  readonly stack: string;
  readonly urn: string;
  /** Name in the program. */
  readonly name: string;
  /** Resource type, such as `Instance` or `DomainRecord`. */
  readonly kind: string;
  /** Pulumi ID. */
  readonly id: string;
  /** The line of the program that declares it; absent if the state does not contain it. */
  readonly source?: SourceLine;
  /** It has the `import` option, which prevents recreating it. */
  readonly hasImportOption?: true;
}

/** An input, or a part of one, whose live value differs from the state. */
export interface PropertyDrift {
  /** For example `label`, `alerts` or `records[A www]`. */
  readonly path: string;
  /** The value in the stack; absent if there is none or if it is secret. */
  readonly expected?: unknown;
  /** The live value; absent if there is none or if it is secret. */
  readonly actual?: unknown;
  /** The values are secret, so no report contains them. */
  readonly isSecret?: true;
  /** A generated value that the program does not declare. A refresh accepts any change, so declare the value to restore it. */
  readonly isGenerated?: true;
}

/** A difference between the stacks and the API, or something that could not be checked. */
export interface Finding {
  /** Identifies the same problem in every scan, whatever the values are. */
  readonly fingerprint: string;
  readonly state: FindingState;
  readonly kind: string;
  /** Pulumi ID of the cloud resource. */
  readonly id: string;
  /** API URL of its account. */
  readonly account: string;
  /** Display name: the label, or the name of a domain or record. */
  readonly label?: string;
  readonly tags?: readonly string[];
  /** Only for unmanaged: the display name of the containing resource, such as a record's domain. */
  readonly within?: string;
  /** Only for unmanaged: the creation time, as the API returns it. */
  readonly created?: string;
  /** The Pulumi resource; absent for unmanaged. */
  readonly resource?: ScannedResource;
  /** For modified, the properties that differ; for unchecked, those that could not be compared. */
  readonly properties: readonly PropertyDrift[];
  /** Why it is unhealthy or unchecked, or may be managed. */
  readonly reason?: string;
  /** Does not make the scan incomplete: no stack uses the type, or reading requires a token with write access. */
  readonly byChoice?: true;
  readonly lastEvent?: LastEvent;
  readonly suppressed?: Suppression;
}

/** The commands that resolve one finding. Lines that begin with `#` are comments for the user. */
export interface Fix {
  readonly fingerprint: string;
  /** Change the cloud resource to match the stack. */
  readonly restore: readonly string[];
  /** Change the stack to match the cloud resource. */
  readonly accept: readonly string[];
}

interface StackScan {
  readonly stack: string;
  /** Number of this package's resources in the stack. */
  readonly resources: number;
}

export interface AccountScan {
  readonly url: string;
  /** Names of the providers that use it. */
  readonly providers: readonly string[];
  /** Whether the token has write access; absent if the API does not return its scopes. */
  readonly canWrite?: boolean;
}

/** Number of findings by state. Suppressed findings are counted under `suppressed` only. */
export interface Summary extends Readonly<Record<FindingState, number>> {
  /** Resources in the stacks. */
  readonly resources: number;
  readonly inSync: number;
  readonly suppressed: number;
  /** Number of active findings that the baseline does not contain; absent without a baseline. */
  readonly newSinceBaseline?: number;
  /** Percentage of the stacks' resources that were compared. */
  readonly checkedPercent: number;
  /** Percentage of the accounts' cloud resources that the stacks manage; absent if not all were listed. */
  readonly coveragePercent?: number;
  readonly requests: number;
}

/**
 * The result of a scan, as `--format json` prints it. The schema is `docs/reference/drift-report.schema.json`. Every incompatible
 * change increments `version`.
 */
export interface Report {
  readonly version: 1;
  readonly tool: { readonly name: "pulumi-compute"; readonly version: string };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /**
   * `incomplete` if something could not be checked, whatever else was found. `inSync` if no finding fails the run: suppressed
   * findings, and those in states that `--fail-on` excludes, may still exist.
   */
  readonly outcome: "inSync" | "drift" | "incomplete";
  readonly stacks: readonly StackScan[];
  readonly accounts: readonly AccountScan[];
  readonly summary: Summary;
  readonly findings: readonly Finding[];
  readonly inSync: readonly ScannedResource[];
  /** Warnings about the scan, such as a token with write access or an expired ignore rule. */
  readonly warnings: readonly string[];
  /** Present with `--fix-plan`. */
  readonly fixes?: readonly Fix[];
  /** Present with `--fix-plan` if one command can adopt all of several unmanaged resources. */
  readonly adoptAll?: string;
}
