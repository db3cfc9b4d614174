import type { Row } from "../table";

/** The resource that an event refers to. */
export interface EventEntity {
  readonly id: number | string;
  readonly type: string;
  readonly label: string | null;
  readonly url: string;
}

/** An account event. */
export interface EventRow extends Row {
  readonly action: string;
  readonly created: string;
  /** Seconds; null until the event has ended. */
  readonly duration: number | null;
  readonly entity: EventEntity | null;
  readonly secondary_entity: EventEntity | null;
  readonly percent_complete: number | null;
  readonly status: "scheduled" | "started" | "finished" | "failed" | "notification";
  readonly username: string;
  readonly seen: boolean;
  readonly read: boolean;
  /** Emulated milliseconds since 1970. */
  readonly began: number;
}

/** Resource types that can be granted to a restricted user. */
export type GrantKind = "instance" | "image" | "domain" | "database";

/** Access level of a grant. */
export type Permissions = "read_only" | "read_write";

/** A grant on a resource that the restricted user has created. */
export interface GrantRow extends Row {
  readonly username: string;
  readonly kind: GrantKind;
  readonly object_id: number;
  readonly permissions: Permissions;
}

export interface AccountSettings {
  /** Whether new instances always get the backup service. Stored only: it has no effect in the emulator. */
  readonly backups_enabled: boolean;
  readonly network_helper: boolean;
}

/** A single row. */
export interface SettingsRow extends Row, AccountSettings {}

/** A StackScript of the account (Linode API v4, Linode Create). */
export interface StackScriptRow extends Row {
  readonly label: string;
  readonly description: string;
  /** IDs of compatible images; `any/all` stands for all that are not deprecated. */
  readonly images: readonly string[];
  readonly script: string;
  readonly is_public: boolean;
  readonly rev_note: string;
  readonly username: string;
  readonly created: string;
  readonly updated: string;
}
